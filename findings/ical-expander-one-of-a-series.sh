#!/usr/bin/env bash
# Expected: who is invited to one meeting of a series only gets a file with this one meeting, and sees it in the calendar.
# ical-expander gives neither an event nor an occurrence for it: without the series in the same file it is dropped, and
# so is a meeting of a series that was moved to an earlier month, when that month is asked for.
# Guests of a single day get no more than this: their calendar shows nothing, and nothing is raised.
# RFC 5545 section 3.8.4.4 (RECURRENCE-ID), RFC 5546 section 3.7.1 (an instance may be sent by itself).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical-expander@3.2.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.cjs" <<'JS'
const IcalExpander = require('ical-expander');

const event = (...lines) => ['BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
const december = (...lines) => {
  const ics = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REQUEST', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const { events, occurrences } = new IcalExpander({ ics }).between(new Date('2026-12-01'), new Date('2026-12-31'));
  return [...events, ...occurrences].map(({ startDate }) => `${startDate.day}.${startDate.month}.`).join(' ');
};
const series = (start) => event(`DTSTART:${start}T100000Z`, `DTEND:${start}T110000Z`, 'RRULE:FREQ=DAILY;COUNT=2');
const one = (id, start) => event(`RECURRENCE-ID:${id}T100000Z`, `DTSTART:${start}T140000Z`, `DTEND:${start}T150000Z`);
const cases = {
  'a series, one moved': { standard: '14.12. 16.12.', known: '14.12. 16.12.', seen: december(...series('20261214'), ...one('20261215', '20261216')) },
  'one meeting of a series': { standard: '16.12.', known: '', seen: december(...one('20261215', '20261216')) },
  'one of January moved to December': { standard: '16.12.', known: '', seen: december(...series('20270114'), ...one('20270115', '20261216')) },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${standard}\n  seen:     ${seen}`);
  if (seen !== known) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.cjs"
