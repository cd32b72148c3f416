#!/usr/bin/env bash
# Expected: a link made from an address leads to that address, or there is none.
# linkifyjs cuts "_", "*", or all up to "!" off the beginning of a local part, and links what is left: another mailbox.
# linkify-it links the whole address. In a text with such an address a click writes to a stranger.
# RFC 5322 section 3.2.3 (all of them are atext).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts linkifyjs@4.4.0 linkify-it@6.1.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import * as linkify from 'linkifyjs';
import { LinkifyIt } from 'linkify-it';

const links = new LinkifyIt();
const cases = {};
for (const [address, known] of [['a!ann@example.com', 'ann@example.com'], ['_ann_@example.com', 'ann_@example.com'], ['*ann@example.com', 'ann@example.com']]) {
  cases[`linkifyjs, ${address}`] = { standard: `mailto:${address}`, known: `mailto:${known}`, seen: linkify.find(address)[0].href };
  cases[`linkify-it, ${address}`] = { standard: `mailto:${address}`, known: `mailto:${address}`, seen: links.match(address)[0].url };
}

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
