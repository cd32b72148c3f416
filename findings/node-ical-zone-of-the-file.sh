#!/usr/bin/env bash
# Expected: a time that names a zone of the file (TZID) is read in it, and a floating time, which names none, is not.
# node-ical does it the other way round: the time that names the zone is taken for UTC, the floating one for a time of
# the zone. A meeting at ten in an office ahead of UTC by 5:30 is shown hours late; ical.js and ts-ics read it.
# A zone may have any name of its own: what counts is the definition that comes with the invitation.
# RFC 5545 section 3.2.19 and 3.6.5 (TZID names a VTIMEZONE of the same file), section 3.3.5 (form 1, floating).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1 ical.js@2.2.1 ts-ics@2.4.6
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';

console.warn = () => {};
const calendar = (start) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REQUEST', 'BEGIN:VTIMEZONE', 'TZID:Office',
  'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT',
  'UID:1@example.com', 'DTSTAMP:20260101T000000Z', start, 'DURATION:PT1H', 'SUMMARY:s', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const hour = (date) => date.toISOString().slice(11, 16);
const read = {
  'node-ical': (text) => hour(Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === 'VEVENT').start),
  'ical.js': (text) => hour(new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')).startDate.toJSDate()),
  'ts-ics': (text) => hour(convertIcsCalendar(undefined, text).events[0].start.date),
};
const cases = {};
for (const [name, named, floating] of [['node-ical', '10:00', '04:30'], ['ical.js', '04:30', '10:00'], ['ts-ics', '04:30', '10:00']]) {
  cases[`${name}, ten in the zone`] = { standard: '04:30', known: named, seen: read[name](calendar('DTSTART;TZID=Office:20260102T100000')) };
  cases[`${name}, ten floating, read in UTC`] = { standard: '10:00', known: floating, seen: read[name](calendar('DTSTART:20260102T100000')) };
}

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
TZ=UTC node "$work/run.mjs"
