#!/usr/bin/env bash
# Expected: one meeting of a series that was moved stands in the calendar once, at its new time.
# calcurse does not know RECURRENCE-ID: it books the new time besides, and leaves the old one in the series.
# It does so without a word (0 skipped): who was told that the meeting is later comes at the old time all the same.
# RFC 5545 section 3.8.4.4 (RECURRENCE-ID with the UID of the series stands for this one meeting).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download calcurse=4.7.1-1 libncursesw6 libtinfo6 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work TZ=UTC
event() { printf '%s\r\n' BEGIN:VEVENT UID:1@example.com DTSTAMP:20260101T000000Z "$@" SUMMARY:meeting END:VEVENT; }
days() {
  rm -rf data
  mkdir data
  { printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN; cat; printf 'END:VCALENDAR\r\n'; } > file.ics
  "$work/unpacked/usr/bin/calcurse" -q -D data -C data -i file.ics > /dev/null
  "$work/unpacked/usr/bin/calcurse" -q -D data -C data -Q --from 12/14/2026 --days 14 --filter-type cal \
    --format-apt '%(start:%d-%H)\n' --format-recur-apt '%(start:%d-%H)\n' | grep -E '^[0-9]{2}-[0-9]{2}$' | paste -s -d ' '
}
first='DTSTART:20261214T100000Z DTEND:20261214T110000Z RRULE:FREQ=DAILY;COUNT=3'
# shellcheck disable=SC2086
series=$(event $first | days)
# shellcheck disable=SC2086
moved=$( { event $first; event RECURRENCE-ID:20261215T100000Z DTSTART:20261215T140000Z DTEND:20261215T150000Z; } | days)
echo 'calcurse 4.7.1'
printf 'a series of three days (day-hour)\n  standard: 14-10 15-10 16-10\n  seen:     %s\n' "$series"
printf 'its second day moved to 14:00\n  standard: 14-10 15-14 16-10\n  seen:     %s\n' "$moved"
[ "$series" = '14-10 15-10 16-10' ] && [ "$moved" = '14-10 15-10 15-14 16-10' ]
