#!/usr/bin/env bash
# Expected: a series of whole days begins with its DTSTART;VALUE=DATE, as birthdays, trips and holidays are written.
# rrulestr of rrule takes the parameter for something it does not know, and lets the series begin at this moment, with today's
# day and hour. Nothing is raised; without the parameter, or with a zone, the day is read.
# Whoever makes reminders or a digest of invitations by mail with it tells people of days that nobody named, other ones each time.
# RFC 5545 sections 3.8.2.4 (DTSTART may be a DATE) and 3.2.20 (VALUE).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts rrule@2.8.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import rrule from 'rrule';

const now = new Date().getUTCFullYear();
for (const [start, known] of [['DTSTART:20311214', 2031], ['DTSTART;VALUE=DATE:20311214', now]]) {
  const days = rrule.rrulestr(`${start}\nRRULE:FREQ=DAILY;COUNT=3`).all();
  const seen = days[0].getUTCFullYear();
  console.log(`${start}\n  standard: begins in 2031\n  seen:     begins in ${seen === now ? 'the year of today' : seen}`);
  if (seen !== known && seen !== now + 1) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
