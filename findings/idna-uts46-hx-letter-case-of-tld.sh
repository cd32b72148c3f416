#!/usr/bin/env bash
# Expected: domains are compared without regard to case, so faß.de and faß.DE are one domain.
# idna-uts46-hx chooses its way of mapping by a list of top-level domains, compared with case: faß.de stays itself,
# faß.DE and faß.com become fass. Mail for the second goes to the owner of another domain.
# RFC 4343 section 2 (case), UTS 46 section 4 (one mapping, which also lower-cases, for the whole name).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts idna-uts46-hx@6.2.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { toAscii } from 'idna-uts46-hx';

const cases = {
  'faß.de': { standard: 'xn--fa-hia.de', known: 'xn--fa-hia.de', seen: toAscii('faß.de') },
  'faß.DE': { standard: 'xn--fa-hia.de', known: 'fass.de', seen: toAscii('faß.DE') },
  'faß.com': { standard: 'xn--fa-hia.com', known: 'fass.com', seen: toAscii('faß.com') },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
