#!/usr/bin/env bash
# Expected: an invitation that was made JSON, and iCalendar again, has the attendees that it had.
# ical2json looks at the first attendee only to see how to write them all. Behind one without a name, one with a name is written as
# "[object Object]"; behind one with a name, one without is taken apart into parameters, a letter in each.
# Both kinds in one event are common: somebody from the address book, and an address that was typed. Who changes an invitation that
# way, and sends it on, invites fewer people, and an answer of the others finds nobody in it. Give each attendee a CN before revert.
# RFC 5545 section 3.8.4.1 (a property for each attendee, with or without parameters), section 3.2.2 (CN is optional).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical2json@5.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { convert, revert } from 'ical2json';

const ann = 'ATTENDEE;CN=Ann:mailto:ann@example.com';
const bob = 'ATTENDEE:mailto:bob@example.org';
const carl = 'ATTENDEE;CN=Carl:mailto:carl@example.net';
const events = [
  [[ann, carl], ann, carl],
  [[bob, carl], bob, 'ATTENDEE:[object Object]'],
  [[carl, bob], carl, 'ATTENDEE;0=m;1=a;2=i;3=l;4=t;5=o;6=:;7=b;'],
];
for (const [attendees, ...known] of events) {
  const event = ['BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T100000Z', 'DTSTART:20260105T100000Z', ...attendees, 'END:VEVENT'];
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...event, 'END:VCALENDAR', ''];
  const seen = revert(convert(calendar.join('\r\n'))).split(/\r?\n/u).filter((line) => line.startsWith('ATTENDEE'));
  console.log(`standard:\n  ${attendees.join('\n  ')}\nseen:\n  ${seen.join('\n  ')}`);
  if (!known.every((line, place) => seen[place]?.startsWith(line))) {
    console.log(`  changed: it was\n  ${known.join('\n  ')}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
