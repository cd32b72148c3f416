#!/usr/bin/env bash
# Expected: an escaped semicolon in a text of a card is a semicolon.
# ical.js takes the backslash from an escaped comma, and leaves it in front of an escaped semicolon.
# Notes and names grow a backslash each time that they are read by it and written by a program that escapes.
# RFC 6350 section 3.4 (a semicolon may be escaped in every property).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 vcard4@4.0.5
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import ICAL from 'ical.js';
import { parse } from 'vcard4';

const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ann', 'NOTE:one\\, two\\; three', 'END:VCARD', ''].join('\r\n');
const parsed = parse(card);
const all = parsed.parsedVcard ?? parsed;
const cases = {
  'ical.js': { standard: 'one, two; three', known: 'one, two\\; three', seen: new ICAL.Component(ICAL.parse(card)).getFirstPropertyValue('note') },
  'vcard4': { standard: 'one, two; three', known: 'one, two; three', seen: all.find((line) => line.property === 'NOTE').value },
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
