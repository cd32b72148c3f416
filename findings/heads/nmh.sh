# Read by the findings on nmh: unpacks it into a temporary folder, with a profile of its own.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download nmh=1.8~RC2-2 libreadline8 libtinfo6 liblockfile1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work MH=$work/profile TERM=dumb
echo "Path: $work/mail" > profile
mkdir mail
# The meeting of each line is at 10:00 in Berlin, of the day that is its first argument; the rest are lines of the event.
meeting() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN METHOD:REQUEST BEGIN:VTIMEZONE TZID:Europe/Berlin \
    BEGIN:STANDARD DTSTART:19961027T030000 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10' TZOFFSETFROM:+0200 TZOFFSETTO:+0100 END:STANDARD \
    BEGIN:DAYLIGHT DTSTART:19810329T020000 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3' TZOFFSETFROM:+0100 TZOFFSETTO:+0200 END:DAYLIGHT \
    END:VTIMEZONE BEGIN:VEVENT UID:1@example.com DTSTAMP:20260101T100000Z "DTSTART;TZID=Europe/Berlin:${1}T100000" "${@:2}" SUMMARY:talk \
    ORGANIZER:mailto:ann@example.com ATTENDEE:mailto:bob@example.org END:VEVENT END:VCALENDAR
}
mhical() { unpacked/usr/bin/mh/mhical -form "$work/unpacked/etc/nmh/mhical.24hour" 2> /dev/null; }
