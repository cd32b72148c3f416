#!/usr/bin/env bash
# Expected: munpack puts the pieces together that mpack of the same package made of a large file.
# It keeps the first piece, says of each other that it found nothing to unpack, and writes no file at all.
# It ends with 0 each time: a script that unpacks stored mail with it believes that the file was written.
# RFC 2046 sections 5.2.2 (message/partial) and 5.2.2.1 (how its pieces are joined).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mpack=1.6-18+b1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
mkdir joined
export TMPDIR=$work
seq 1 600 > numbers.txt
"$work/unpacked/usr/bin/mpack" -s numbers -m 1500 -o piece numbers.txt
pieces=$(ls piece.* | wc -l)
cd joined
said=''
failed=0
for piece in ../piece.*; do said+=$("$work/unpacked/usr/bin/munpack" -t "$piece" 2>&1)$'\n' || failed=1; done
files=$(find . -type f | wc -l)
echo 'mpack 1.6'
printf 'pieces: %s\nfiles put together\n  standard: 1\n  seen:     %s\nexit codes other than 0: %s\n' "$pieces" "$files" "$failed"
[ "$pieces" -gt 1 ] && [ "$files" = 0 ] && [ "$failed" = 0 ] && grep -q '^Saving part 1' <<< "$said" && grep -q 'Did not find anything to unpack' <<< "$said"
