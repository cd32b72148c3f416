#!/usr/bin/env bash
# Expected: a quote mark in a name is left out, or written with a caret: parameters know no backslash.
# ics writes \" inside the quotes of CN, as in program code.
# A reader (here ical.js) ends the name at the mark, and keeps the backslash.
# RFC 5545 section 3.2 (QSAFE-CHAR has no DQUOTE), RFC 6868 section 3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ics@3.12.0 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import ics from 'ics';
import ICAL from 'ical.js';

const { value } = ics.createEvent({ start: [2026, 1, 2, 10, 0], duration: { hours: 1 }, title: 's', organizer: { name: 'Ann "Bee" Doe', email: 'ann@example.com' } });
const line = value.split('\r\n').find((one) => one.startsWith('ORGANIZER'));
const cases = {
  'written': { standard: `ORGANIZER;CN="Ann ^'Bee^' Doe":MAILTO:ann@example.com`, known: 'ORGANIZER;CN="Ann \\"Bee\\" Doe":MAILTO:ann@example.com', seen: line },
  'read by ical.js': {
    standard: 'Ann "Bee" Doe',
    known: 'Ann \\',
    seen: new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent('vevent').getFirstProperty('organizer').getParameter('cn'),
  },
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
