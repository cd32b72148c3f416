#!/usr/bin/env bash
# Expected: an encoded word in front of an address is decoded after the list was taken apart, as its commas are no commas.
# maddr of mblaze decodes first: of "Müller, Ann" in one encoded word only "Ann" is left.
# Names are written "Surname, Name" by offices; with an umlaut in it the surname is lost in lists made so.
# RFC 2047 section 6.2 (a phrase is parsed, then its words are decoded).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mblaze=1.1-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
export LC_ALL=C.UTF-8
read_as() {
  printf 'From: %s\n\nx\n' "$1" > message
  "$work/unpacked/usr/bin/maddr" -h from ./message
}
one=$(read_as '"Muller, Ann" <ann@example.com>')
other=$(read_as '=?utf-8?Q?M=C3=BCller=2C_Ann?= <ann@example.com>')
echo 'mblaze 1.1'
printf 'in quotes\n  standard: "Muller, Ann" <ann@example.com>\n  seen:     %s\n' "$one"
printf 'encoded\n  standard: "Müller, Ann" <ann@example.com>\n  seen:     %s\n' "$other"
[ "$one" = '"Muller, Ann" <ann@example.com>' ] && [ "$other" = 'Ann <ann@example.com>' ]
