#!/usr/bin/env bash
# Expected: EXDATE takes out the time that it names, also when it names it in UTC and the series has a zone: 09:00 in UTC is
# 10:00 in Berlin in winter.
# rrule compares the numbers on the clock: the exception matches nothing, and the meeting that was cancelled takes place.
# With the clock of UTC, and so of the wrong hour, it is taken out. dateutil compares moments.
# Some calendars write exceptions in UTC; half of those invited then stand before a closed door.
# RFC 5545 sections 3.8.5.1 (EXDATE, a DATE-TIME of any form) and 3.3.5 (form 2, UTC).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts rrule@2.8.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import rrule from 'rrule';

const series = 'DTSTART;TZID=Europe/Berlin:20261214T100000\nRRULE:FREQ=DAILY;COUNT=3';
const cases = [
  ['EXDATE;TZID=Europe/Berlin:20261215T100000', '14 16', '14 16'],
  ['EXDATE:20261215T090000Z', '14 16', '14 15 16'],
  ['EXDATE:20261215T100000Z', '14 15 16', '14 16'],
];
for (const [exception, standard, known] of cases) {
  const seen = rrule.rrulestr(`${series}\n${exception}`).all().map(day => day.getUTCDate()).join(' ');
  console.log(`${exception}\n  standard: ${standard}\n  seen:     ${seen}`);
  if (seen !== known) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
JS
TZ=UTC node "$work/run.mjs"
