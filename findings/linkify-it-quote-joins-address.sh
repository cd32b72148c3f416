#!/usr/bin/env bash
# Expected: an address in single quotes or braces, write to 'ann@example.com', is linked without them, as it is in "..." or <...>.
# linkify-it (markdown-it, and so many help desks and web mails) takes the opening mark into the local part and leaves the
# closing one: mailto:'ann@example.com. The mark is allowed there, so the server takes the mail and bounces it as unknown,
# or a catch-all makes a mailbox of it. autolinker and anchorme link ann@example.com.
# RFC 5322 section 3.2.3 (atext has ' { and `, so that only the pair tells that they are quotes).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts linkify-it@6.1.0 autolinker@4.1.5
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import autolinker from 'autolinker';
import * as linkify from 'linkify-it';

const linkifier = new (linkify.LinkifyIt ?? linkify.default)();
const standard = 'mailto:ann@example.com';
const cases = {};
for (const [text, known] of [
  ['write to "ann@example.com" now', standard],
  [`write to 'ann@example.com' now`, `mailto:'ann@example.com`],
  ['write to {ann@example.com} now', 'mailto:{ann@example.com'],
]) {
  cases[`linkify-it, ${text}`] = { standard, known, seen: linkifier.match(text)[0].url };
  cases[`autolinker, ${text}`] = { standard, known: standard, seen: autolinker.Autolinker.parse(text)[0].getAnchorHref() };
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
