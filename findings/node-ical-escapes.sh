#!/usr/bin/env bash
# Expected: escapes of a text are read once, from left to right.
# node-ical reads an escaped backslash with "n" behind it as a backslash and a line break.
# Paths of files arrive in two lines, and are written back so by what stores the parsed event.
# RFC 5545 section 3.3.11 (TEXT).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';

const calendar = (...lines) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:1@example.com',
  'DTSTAMP:20260101T000000Z', 'DTSTART:20260102T100000Z', 'DTEND:20260102T110000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const text = calendar('SUMMARY:C:\\\\new');
const event = Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === 'VEVENT');
const other = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
const cases = {
  'node-ical': { standard: 'C:\\new', known: 'C:\\\new', seen: event.summary },
  'ical.js': { standard: 'C:\\new', known: 'C:\\new', seen: other.getFirstPropertyValue('summary') },
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
