#!/usr/bin/env bash
# Expected: "C:\\news" in a calendar is the text C:\news: an escaped backslash, and an "n" that nothing escapes.
# node-ical takes the second backslash and the "n" for a line break, and so does icalendar of Python, which then loses the
# backslash as well. Paths of files and shares in titles and places come out in two lines; a program that reads the
# invitation and writes it on changes it for everybody. ical.js reads it right.
# RFC 5545 section 3.3.11 (ESCAPED-CHAR, "\\" is one backslash).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), python3 and npm.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-icalendar=4.0.3-5 python3-dateutil=2.8.2-2 python3-tz=2022.7.1-4 python3-six 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1 ical.js@2.2.1
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:1 DTSTAMP:20260102T100000Z DTSTART:20260102T100000Z \
  'SUMMARY:C:\\news' END:VEVENT END:VCALENDAR > event.ics
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import ical from 'node-ical';

const text = readFileSync('event.ics', 'utf8');
console.log(JSON.stringify(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstPropertyValue('summary')));
console.log(JSON.stringify(Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT').summary));
JS
cat > run.py <<'PYTHON'
import json

import icalendar

print(json.dumps(str(icalendar.Calendar.from_ical(open('event.ics', 'rb').read()).walk('VEVENT')[0]['SUMMARY'])))
PYTHON
seen=$(node run.mjs; PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 run.py)
echo 'ical.js 2.2.1, node-ical 0.26.1, icalendar 4.0.3'
printf 'SUMMARY:C:\\\\news, as JSON\n  standard:   "C:\\\\news"\n'
paste -d ' ' <(printf '  ical.js:   \n  node-ical: \n  icalendar: \n') - <<< "$seen"
[ "$seen" = "$(printf '%s\n' '"C:\\news"' '"C:\\\news"' '"C:\news"')" ]
