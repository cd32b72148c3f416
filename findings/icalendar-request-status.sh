#!/usr/bin/env bash
# Expected: an answer to an invitation that a program reads and writes again says the same afterwards.
# icalendar of Python takes REQUEST-STATUS for a plain text and escapes the semicolon behind its code: "2.8;" becomes
# "2.8\;". vobject of Python then reads one field, where it read a code and its words before.
# Servers that pass invitations on hand out a status whose code nobody finds.
# RFC 5545 section 3.8.8.3 (statcode ";" statdesc).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-icalendar=4.0.3-5 python3-vobject=0.9.6.1-2 python3-tz=2022.7.1-4 python3-dateutil=2.8.2-2 python3-six=1.16.0-4 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import sys

import icalendar
import vobject

given = '\r\n'.join([
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REPLY', 'BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T000000Z',
    'DTSTART:20260102T100000Z', 'REQUEST-STATUS:2.8;Success\\, one meeting only', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.com', 'END:VEVENT', 'END:VCALENDAR', ''])
written = icalendar.Calendar.from_ical(given).to_ical().decode()


def fields(text):
    return vobject.readOne(text).vevent.request_status.value


print('icalendar 4.0.3, vobject 0.9.6.1')
changed = False
cases = (
    ('line', 'REQUEST-STATUS:2.8;Success\\, one meeting only', 'REQUEST-STATUS:2.8\\;Success\\, one meeting only',
     next(line for line in written.split('\r\n') if line.startswith('REQUEST-STATUS'))),
    ('read by vobject before', ['2.8', 'Success, one meeting only'], ['2.8', 'Success, one meeting only'], fields(given)),
    ('read by vobject after', ['2.8', 'Success, one meeting only'], ['2.8;Success, one meeting only'], fields(written)),
)
for what, standard, known, seen in cases:
    changed = changed or seen != known
    print(f'{what}\n  standard: {standard}\n  seen:     {seen}')
sys.exit(1 if changed else 0)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py
