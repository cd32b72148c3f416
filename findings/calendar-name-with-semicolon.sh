#!/usr/bin/env bash
# Expected: a semicolon inside the quotes of a parameter is part of its value.
# node-ical and ts-ics cut there, and leave the quote mark in front; ical.js reads the name.
# An invitation to a forwarded address shows half a name with a stray mark, and an answer writes it back.
# RFC 5545 section 3.2 (quoted-string as param-value).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1 ts-ics@2.4.6 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import nodeIcal from 'node-ical';
import { convertIcsCalendar } from 'ts-ics';
import ICAL from 'ical.js';

const calendar = (...lines) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:1@example.com',
  'DTSTAMP:20260101T000000Z', 'DTSTART:20260102T100000Z', 'DTEND:20260102T110000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const text = calendar('SUMMARY:s', 'ORGANIZER;CN="Doe; Ann":mailto:ann@example.com');
const event = Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === 'VEVENT');
const cases = {
  'node-ical': { standard: 'Doe; Ann', known: '"Doe', seen: event.organizer.params.CN },
  'ts-ics': { standard: 'Doe; Ann', known: '"Doe', seen: convertIcsCalendar(undefined, text).events[0].organizer.name },
  'ical.js': {
    standard: 'Doe; Ann',
    known: 'Doe; Ann',
    seen: new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstProperty('organizer').getParameter('cn'),
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
