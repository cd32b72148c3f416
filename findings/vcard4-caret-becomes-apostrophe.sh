#!/usr/bin/env bash
# Expected: "^'" in a parameter is the double quote mark.
# vcard4 knows the escape, and decodes it to a single one; ical.js gives the double.
# A card that is read and written again no longer has the name or label that was in it.
# RFC 6868 section 3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts vcard4@4.0.5 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { parse } from 'vcard4';
import ICAL from 'ical.js';

const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ann', `ADR;LABEL="House ^'Bee^'":;;1 Way;Town;;;`, 'END:VCARD', ''].join('\r\n');
const parsed = parse(card);
const all = parsed.parsedVcard ?? parsed;
const one = (name) => all.find((line) => line.property === name).parameters;
const other = new ICAL.Component(ICAL.parse(card));
const cases = {
  'vcard4, label': { standard: 'House "Bee"', known: "House 'Bee'", seen: one('ADR').LABEL },
  'ical.js, label': { standard: 'House "Bee"', known: 'House "Bee"', seen: other.getFirstProperty('adr').getParameter('label') },
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
