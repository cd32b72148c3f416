#!/usr/bin/env bash
# Expected: a line of a card that goes on behind a line break and a blank is one line.
# abook reads the first half only: bob.from.the.accounting.department@mail.europe.example.org comes in as
# bob.from.the.accounting.department@mail.europe.example. The import says nothing, and the next message goes there.
# RFC 2426 section 2.6, RFC 6350 section 3.2 (folding, at any place; lines of more than 75 octets should be folded).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download abook=0.6.1-2+b1 libncursesw6 libreadline8 libtinfo6 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work
half=bob.from.the.accounting.department@mail.europe.example
address=$half.org
taken_over() {
  printf 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bob Doe\r\nN:Doe;Bob;;;\r\nEMAIL;TYPE=INTERNET:%s\r\nEND:VCARD\r\n' "$1" > card.vcf
  "$work/unpacked/usr/bin/abook" --convert --informat vcard --infile card.vcf --outformat abook --outfile - | sed -n 's/^email=//p'
}
one=$(taken_over "$address")
other=$(taken_over "$half"$'\r\n .org')
echo 'abook 0.6.1'
printf 'in one line\n  standard: %s\n  seen:     %s\n' "$address" "$one"
printf 'folded\n  standard: %s\n  seen:     %s\n' "$address" "$other"
[ "$one" = "$address" ] && [ "$other" = "$half" ]
