#!/usr/bin/env bash
# Expected: the description of an event is its own, and that of a reminder within the event stays with the reminder.
# cal-parser knows no parts of an event: the DESCRIPTION of each VALARM takes the place of what the organizer wrote, its SUMMARY
# that of the title, and its ATTENDEE that of whom was invited.
# Calendars write a reminder at the end of nearly every event, with a text that says nothing. The link to the call, the agenda and
# the code for the door are gone. Take the alarms out of the text before it is parsed.
# RFC 5545 section 3.6.1 (alarms stand within an event), section 3.6.6 (each with a DESCRIPTION, those by mail with a SUMMARY, too).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts cal-parser@1.0.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.cjs" <<'JS'
const { parseString } = require('cal-parser');

const text = 'call https://meet.example.com/1';
const shown = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'DESCRIPTION:This is a reminder', 'END:VALARM'];
const mailed = ['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:-P1D', 'SUMMARY:Soon', 'DESCRIPTION:See you', 'ATTENDEE:mailto:ann@example.com', 'END:VALARM'];
const standard = `talk, ${text}, mailto:bob@example.org`;
for (const [name, alarm, known] of [
  ['no alarm', [], standard],
  ['an alarm to show', shown, 'talk, This is a reminder, mailto:bob@example.org'],
  ['an alarm by mail', mailed, 'Soon, See you, mailto:ann@example.com'],
]) {
  const event = ['BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T100000Z', 'DTSTART:20260105T100000Z', 'SUMMARY:talk'];
  const lines = [...event, `DESCRIPTION:${text}`, 'ATTENDEE:mailto:bob@example.org', ...alarm, 'END:VEVENT'];
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...lines, 'END:VCALENDAR', ''];
  const { summary, description, attendee } = parseString(calendar.join('\r\n')).events[0];
  const seen = [summary, description, attendee].map((property) => property.value).join(', ');
  console.log(`${name}\n  standard: ${standard}\n  seen:     ${seen}`);
  if (seen !== known) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.cjs"
