#!/usr/bin/env bash
# Expected: two dates that one EXDATE leaves out of a series are in the zone that the line names, both.
# ical-js-parser gives the zone to the first and takes all others for UTC, in what it reads and in what it writes. The second
# meeting that was cancelled is back, and what is left out instead is a time at which there was none.
# RFC 5545 sections 3.8.5.1 (EXDATE may have several dates) and 3.2.19 (TZID applies to the property's values).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical-js-parser@0.7.4
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import parser from 'ical-js-parser';

const { default: ical = parser } = parser;
const event = (...lines) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261101T100000Z']
    .concat(['DTSTART;TZID=Europe/Berlin:20261130T100000', 'DTEND;TZID=Europe/Berlin:20261130T110000', 'RRULE:FREQ=DAILY;COUNT=20'])
    .concat(lines, 'END:VEVENT', 'END:VCALENDAR', '')
    .join('\r\n');
const first = 'EXDATE;TZID=Europe/Berlin:20261202T100000';
const second = 'EXDATE;TZID=Europe/Berlin:20261207T100000';
const cases = {
  'a line for each': { lines: [first, second], known: [first, second] },
  'one line for both': { lines: [`${first},20261207T100000`], known: [first, 'EXDATE:20261207T100000Z'] },
};

for (const [what, { lines, known }] of Object.entries(cases)) {
  const seen = ical
    .toString(ical.toJSON(event(...lines)))
    .split(/\r?\n/)
    .filter((line) => line.startsWith('EXDATE'));
  console.log(`${what}\n  standard: ${first} ${second}\n  seen:     ${seen.join(' ')}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${known.join(' ')}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
