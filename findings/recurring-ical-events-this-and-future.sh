#!/usr/bin/env bash
# Expected: a change with RANGE=THISANDFUTURE is of its meeting and of all behind it: from there on each is as much later.
# recurring_ical_events changes the one meeting, and leaves those behind it at their old time, as if the range were not there.
# Whoever is reminded by what reads it is at the right time once, and
# at the wrong one from then on. Where the range is not known, show that the series was changed.
# RFC 5545 section 3.2.13 (range of a recurrence identifier).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/python.sh" python3-recurring-ical-events=2.0.1-1 python3-icalendar=4.0.3-5 python3-x-wr-timezone python3-dateutil \
  python3-tz python3-six python3-pkg-resources
cat > run.py <<'PYTHON'
import sys
import icalendar
import recurring_ical_events


def starts(*change):
    series = ('DTSTART:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=4')
    lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN']
    for event in filter(None, (series, change)):
        lines += ['BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T100000Z', *event, 'END:VEVENT']
    calendar = icalendar.Calendar.from_ical('\r\n'.join([*lines, 'END:VCALENDAR', '']))
    return ', '.join(sorted(event['DTSTART'].dt.strftime('%d %H:%M') for event in recurring_ical_events.of(calendar).between((2026, 1, 1), (2026, 2, 1))))


cases = (
    ((), '05 10:00, 06 10:00, 07 10:00, 08 10:00', '05 10:00, 06 10:00, 07 10:00, 08 10:00'),
    (
        ('RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T100000Z', 'DTSTART:20260107T120000Z'),
        '05 10:00, 06 10:00, 07 12:00, 08 12:00',
        '05 10:00, 06 10:00, 07 12:00, 08 10:00',
    ),
)
print('recurring_ical_events 2.0.1')
changed = False
for change, standard, known in cases:
    seen = starts(*change)
    changed = changed or seen != known
    print('{}\n  standard: {}\n  seen:     {}'.format('; '.join(change) or 'no change', standard, seen))
sys.exit(1 if changed else 0)
PYTHON
python run.py
