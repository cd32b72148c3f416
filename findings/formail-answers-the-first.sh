#!/usr/bin/env bash
# Expected: an answer made by formail -rt goes to all addresses that Reply-To names.
# It goes to the first of two, and the second is lost; of a group, which formail keeps as a whole, all get it.
# Who has answers sent to a desk and to an archive gets the automatic ones in one of the two only.
# RFC 5322 section 3.6.2 (Reply-To is a list of addresses) and 3.6.3 (replies go to the addresses in it).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download procmail=3.22-27 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
answered() { printf 'From: ann@example.com\nReply-To: %s\nSubject: s\n\nx\n' "$1" | "$work/unpacked/usr/bin/formail" -rt -zx To:; }
list=$(answered 'desk@example.com, archive@example.com')
group=$(answered 'Desk: desk@example.com, archive@example.com;')
echo 'formail of procmail 3.22'
printf 'two addresses\n  standard: desk@example.com, archive@example.com\n  seen:     %s\n' "$list"
printf 'a group of two\n  standard: Desk: desk@example.com, archive@example.com;\n  seen:     %s\n' "$group"
[ "$list" = desk@example.com ] && [ "$group" = 'Desk:desk@example.com,archive@example.com;' ]
