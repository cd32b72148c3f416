#!/usr/bin/env bash
# Expected: a calendar that Horde reads and writes again has the dates that a series leaves out: EXDATE with two dates stays so.
# Horde_Icalendar writes three times in the first hour of 1970 instead: it takes the year, month and day that it read for
# seconds. The meetings that were cancelled are in everybody's calendar again, and nothing says that it failed.
# RFC 5545 section 3.8.5.1 (EXDATE).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download php-horde-icalendar=2.1.8-7 php-horde-util=2.5.12-2 php-horde-exception php-horde-translation php-horde-date php-horde-support \
  php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libedit2 libbsd0 libmagic1 libonig5 libsodium23 libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
extensions=$(echo "$work"/unpacked/usr/lib/php/2*)
cat > run.php <<'PHP'
<?php
ini_set('display_errors', '0');
spl_autoload_register(function ($name) {
    $file = __DIR__ . '/unpacked/usr/share/php/' . strtr($name, '_', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
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
seen=$(TZ=UTC "$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$extensions" -d extension=mbstring -d extension=iconv -d extension=ctype run.php 2> /dev/null)
echo 'Horde_Icalendar 2.1.8'
printf 'DTSTART\n  standard: DTSTART:20260101T100000Z\n  seen:     %s\n' "$(grep DTSTART <<< "$seen")"
printf 'EXDATE\n  standard: EXDATE:20260105T100000Z,20260107T100000Z\n  seen:     %s\n' "$(grep EXDATE <<< "$seen")"
[ "$seen" = "$(printf '%s\n' DTSTART:20260101T100000Z EXDATE:19700101T003346Z,19700101T000001Z,19700101T000005Z)" ]
