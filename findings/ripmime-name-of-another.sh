#!/usr/bin/env bash
# Expected: a program that unpacks attachments gives each its own name, and each name once.
# ripmime keeps a name that a part has besides the one it takes, and puts the next part under it, too. It has two as soon as the
# file name comes in pieces with a blank in one, of which it leaves out what is behind the blank. The bill is then there as the
# bill and, under a name made of the offer's, as the offer.
# Programs write long names so. Who files attachments of an inbox by their names files the letter of one customer under another.
# RFC 2231 section 3 (pieces are joined as they are), RFC 2183 section 2.3 (a file name is of the part that has it).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ripmime=1.4.0.10.debian.1-3+b1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
files() {
  rm -rf found
  printf '%s\n' 'From: ann@example.com' 'MIME-Version: 1.0' 'Content-Type: multipart/mixed; boundary=b' '' --b \
    'Content-Type: application/pdf; name="offer for Ann.pdf"' "Content-Disposition: attachment; $1" '' offer --b \
    'Content-Type: application/pdf; name="bill for Bob.pdf"' 'Content-Disposition: attachment; filename="bill for Bob.pdf"' '' bill --b-- > message
  unpacked/usr/bin/ripmime -i message -d found
  (cd found && for file in *.pdf; do echo "$file: $(cat "$file")"; done)
}
echo 'ripmime 1.4.0.10'
standard='bill for Bob.pdf: bill
offer for Ann.pdf: offer'
all=''
for name in 'filename="offer for Ann.pdf"' 'filename*0="offer for "; filename*1="Ann.pdf"'; do
  seen=$(files "$name")
  printf '%s\n  standard:\n%s\n  seen:\n%s\n' "$name" "$(sed 's/^/    /' <<< "$standard")" "$(sed 's/^/    /' <<< "$seen")"
  all+="$seen|"
done
[ "$all" = "$standard|$(printf '%s\n' 'bill for Bob.pdf: bill' 'offer for Ann.pdf: offer' 'offerAnn.pdf: bill')|" ]
