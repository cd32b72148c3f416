#!/usr/bin/env bash
# Expected: an invitation to a whole day shows that day.
# The filter of aerc looks for the T of a time and does not see that there is none: it takes the date apart as if it were the time.
# Christmas Eve begins at "0/00/00 20:26:12". A date with a time is right.
# Holidays, fairs and absences are of whole days. Who reads such an invitation there cannot tell what to say yes to. Write the day
# into the summary as well.
# RFC 5545 section 3.3.4 (a value of type DATE), section 3.6.1 (DTSTART of an event may be one).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download aerc=0.14.0-1+b5 gawk=1:5.2.1-2 libreadline8 libtinfo6 libsigsegv2 libmpfr6 libgmp10 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
begins() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN METHOD:REQUEST BEGIN:VEVENT UID:1@example.com \
    DTSTAMP:20260101T100000Z "$1" SUMMARY:fair ORGANIZER:mailto:ann@example.com ATTENDEE:mailto:bob@example.org END:VEVENT END:VCALENDAR \
    | unpacked/usr/bin/gawk -f unpacked/usr/share/aerc/filters/calendar | sed -n 's/^ *START *//p' | sed 's/ *$//'
}
echo 'aerc 0.14.0'
changed=0
while IFS='|' read -r line standard known; do
  seen=$(begins "$line")
  printf '%s\n  standard: %s\n  seen:     %s\n' "$line" "$standard" "$seen"
  [ "$seen" = "$known" ] || changed=1
done << 'LINES'
DTSTART:20261224T130000|2026/12/24 13:00:00|2026/12/24 13:00:00
DTSTART;VALUE=DATE:20261224|2026/12/24|0/00/00 20:26:12
LINES
exit $changed
