#!/usr/bin/env bash
# Expected: TYPE=work;TYPE=home and TYPE="work,home" say the same.
# vcard4 keeps the last one of repeated parameters only; ical.js keeps both.
# An address book taken in so forgets which addresses are for work, and rules by type no longer fit.
# RFC 6350 section 5.6 (TYPE may be repeated or be a list).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts vcard4@4.0.5 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { parse } from 'vcard4';
import ICAL from 'ical.js';

const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ann', 'EMAIL;TYPE=work;TYPE=home:ann@example.com', 'END:VCARD', ''].join('\r\n');
const parsed = parse(card);
const all = parsed.parsedVcard ?? parsed;
const cases = {
  'vcard4': { standard: ['work', 'home'], known: 'home', seen: all.find((line) => line.property === 'EMAIL').parameters.TYPE },
  'ical.js': { standard: ['work', 'home'], known: ['work', 'home'], seen: new ICAL.Component(ICAL.parse(card)).getFirstProperty('email').getParameter('type') },
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
