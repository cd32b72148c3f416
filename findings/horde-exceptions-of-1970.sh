#!/usr/bin/env bash
# Expected: a calendar that Horde reads and writes again has the dates that a series leaves out: EXDATE with two dates stays so.
# Horde_Icalendar writes three times in the first hour of 1970 instead: it takes the year, month and day that it read for
# seconds. The meetings that were cancelled are in everybody's calendar again, and nothing says that it failed.
# RFC 5545 section 3.8.5.1 (EXDATE).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" php-horde-icalendar=2.1.8-7 php-horde-util=2.5.12-2 php-horde-exception php-horde-translation php-horde-date \
  php-horde-support
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
$lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T100000Z', 'DTSTART:20260101T100000Z',
    'RRULE:FREQ=DAILY;COUNT=9', 'EXDATE:20260105T100000Z,20260107T100000Z', 'SUMMARY:daily', 'END:VEVENT', 'END:VCALENDAR', ''];
$calendar = new Horde_Icalendar();
$calendar->parsevCalendar(implode("\r\n", $lines));
foreach (explode("\r\n", $calendar->exportvCalendar()) as $line) {
    if (preg_match('/^(DTSTART|EXDATE)/', $line)) {
        echo "$line\n";
    }
}
PHP
seen=$(TZ=UTC php run.php)
echo 'Horde_Icalendar 2.1.8'
printf 'DTSTART\n  standard: DTSTART:20260101T100000Z\n  seen:     %s\n' "$(grep DTSTART <<< "$seen")"
printf 'EXDATE\n  standard: EXDATE:20260105T100000Z,20260107T100000Z\n  seen:     %s\n' "$(grep EXDATE <<< "$seen")"
[ "$seen" = "$(printf '%s\n' DTSTART:20260101T100000Z EXDATE:19700101T003346Z,19700101T000001Z,19700101T000005Z)" ]
