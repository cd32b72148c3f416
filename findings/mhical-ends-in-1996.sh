#!/usr/bin/env bash
# Expected: an invitation to a meeting of 90 minutes, by DURATION or by DTEND, ends at half past eleven.
# mhical of nmh, which shows invitations, knows DTEND only. Without one it shows as the end what it read last: the day on which
# the zone of Berlin got its rule for winter, 27 October 1996. Without a zone it shows the start.
# A reader sees a meeting that is long over, and deletes it.
# RFC 5545 sections 3.6.1 (an event has DTEND or DURATION, or neither) and 3.8.2.5.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/nmh.sh"
ends() { meeting 20261214 "$1" | TZ=Europe/Berlin mhical | sed -n 's/^To: *//p'; }
echo 'nmh 1.8'
all=''
for length in 'DTEND;TZID=Europe/Berlin:20261214T113000' DURATION:PT90M; do
  seen=$(ends "$length")
  printf '%s\n  standard: Mon, 14 Dec 2026 11:30\n  seen:     %s\n' "$length" "$seen"
  all+="$seen|"
done
[ "$all" = 'Mon, 14 Dec 2026 11:30|Sun, 27 Oct 1996 03:00|' ]
