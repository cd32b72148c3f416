#!/usr/bin/env bash
# Expected: an event with DTSTART and two more dates in RDATE takes place three times: DTSTART is always the first.
# ical.js leaves DTSTART out when there are dates only and no rule; with a rule beside them it is there.
# A course on three chosen days begins with its second day in each calendar built on it (ical-expander, too).
# RFC 5545 section 3.8.5.2 (DTSTART and RDATE together make the set) and 3.8.2.4 (DTSTART is the first instance).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import ICAL from 'ical.js';

const days = (...lines) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T000000Z',
    'DTSTART:20261214T100000Z', 'DTEND:20261214T110000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
  const every = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')).iterator();
  const found = [];
  for (let next = every.next(); next && found.length < 9; next = every.next()) {
    found.push(next.day);
  }
  return found.join(' ');
};
const cases = {
  'a rule and a date': { standard: '14 15 20', known: '14 15 20', seen: days('RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20261220T100000Z') },
  'two dates': { standard: '14 16 17', known: '16 17', seen: days('RDATE:20261216T100000Z,20261217T100000Z') },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${standard}\n  seen:     ${seen}`);
  if (seen !== known) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
