#!/usr/bin/env bash
# Expected: a meeting at ten in Berlin in July is at eight in UTC, and at five in the afternoon in Tokyo.
# mhical of nmh, which shows invitations, has it an hour later: it asks whether the reader has summer time on that day, not whether
# the zone of the meeting has. Whoever lives without summer time, most of the world, comes an hour late to all meetings of a
# summer; in winter, and for readers in Berlin, all is well.
# RFC 5545 section 3.6.5 (the zone that comes along says when its daylight time begins and ends).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/nmh.sh"
starts() { meeting "$1" "DTEND;TZID=Europe/Berlin:${1}T110000" | TZ=$2 mhical | sed -n 's/^At: .*\([0-9][0-9]:[0-9][0-9]\).*/\1/p'; }
echo 'nmh 1.8'
all=''
for case in '20261214 UTC 09:00' '20260715 Europe/Berlin 10:00' '20260715 UTC 08:00' '20260715 Asia/Tokyo 17:00'; do
  read -r day zone standard <<< "$case"
  seen=$(starts "$day" "$zone")
  printf '%s, 10:00 in Berlin, for a reader in %s\n  standard: %s\n  seen:     %s\n' "$day" "$zone" "$standard" "$seen"
  all+="$seen "
done
[ "$all" = '09:00 10:00 09:00 18:00 ' ]
