#!/usr/bin/env bash
# Expected: importing a cancellation takes the meeting out of the calendar, or changes nothing; an answer books nothing.
# calcurse looks at neither METHOD, STATUS nor UID: it books the meeting once more for the cancellation, and once more for
# the answer of somebody who declines. The calendar has it three times, and says that it takes place.
# Mail programs hand such attachments to it: who is told that a meeting is off, goes there.
# RFC 5546 section 3.2.5 (CANCEL) and 3.2.3 (REPLY), RFC 5545 section 3.8.1.11 (STATUS) and 3.8.4.7 (UID).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download calcurse=4.7.1-1 libncursesw6 libtinfo6 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work TZ=UTC
mkdir data
booked() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN "METHOD:$1" BEGIN:VEVENT UID:1@example.com DTSTAMP:20260101T000000Z \
    DTSTART:20261211T100000Z DTEND:20261211T110000Z SUMMARY:meeting ORGANIZER:mailto:ann@example.com "${@:2}" END:VEVENT END:VCALENDAR > file.ics
  "$work/unpacked/usr/bin/calcurse" -q -D data -C data -i file.ics > /dev/null
  grep -c 'meeting$' data/apts
}
echo 'calcurse 4.7.1'
one=$(booked REQUEST)
two=$(booked CANCEL STATUS:CANCELLED SEQUENCE:1)
three=$(booked REPLY 'ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.org')
printf 'after the invitation\n  expected: 1\n  seen:     %s\nafter the cancellation\n  expected: 0, or 1\n  seen:     %s\n' "$one" "$two"
printf 'after an answer\n  expected: no more than before\n  seen:     %s\n' "$three"
[ "$one $two $three" = '1 2 3' ]
