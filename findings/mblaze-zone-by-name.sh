#!/usr/bin/env bash
# Expected: a Date that names its zone is read in that zone: EST is five hours behind, PDT seven.
# mblaze reads the numbers and takes the name for UTC: the message of ten in the morning in New York was written at five there.
# Programs may not write such zones any more, and have to read them: old archives are full of them.
# Such mail stands before what it answers, in another day's archive, and "the last one" is not the last.
# RFC 5322 section 4.3 (EST is -0500, PDT is -0700).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mblaze=1.1-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
export HOME=$work
echo 'mblaze 1.1'
all=''
for zone in -0500 EST PDT; do
  standard=15:00
  [ "$zone" != PDT ] || standard=17:00
  printf 'From: ann@example.com\nDate: Sat, 28 Nov 2026 10:00:00 %s\n\nhello\n' "$zone" > message
  seen=$(date -u -d "@$(unpacked/usr/bin/mhdr -D -h date ./message)" +%H:%M)
  printf 'Date: Sat, 28 Nov 2026 10:00:00 %s\n  standard: %s in UTC\n  seen:     %s in UTC\n' "$zone" "$standard" "$seen"
  all+="$seen "
done
[ "$all" = '15:00 10:00 10:00 ' ]
