#!/usr/bin/env bash
# Expected: who searches the fields of an archive finds words that stand next to each other in a subject, folded or not.
# mboxgrep and grepmail look at fields as they stand in the file. Where the subject was folded, a line break is between the words, and
# the message is not found.
# Long subjects are folded by nearly every program. Who is asked for all mail about an order, or has to erase it, misses some and is
# told nothing. Write the blanks of a pattern as "any white space", or unfold before the search.
# RFC 5322 section 2.2.3 (a field is read unfolded).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mboxgrep=0.7.9-6 libpcre3 grepmail=5.3104-5 libmail-mbox-messageparser-perl=1.5111-2 libfilehandle-unget-perl \
  libtimedate-perl libdate-manip-perl libmime-base32-perl libdigest-perl-md5-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
export HOME=$work
mboxgrep() { LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') unpacked/usr/bin/mboxgrep -H -c "$1" "$2" || true; }
grepmail() { PERL5LIB=unpacked/usr/share/perl5 perl unpacked/usr/bin/grepmail -h "$1" "$2" | grep -c '^Subject: ' || true; }
echo 'mboxgrep 0.7.9, grepmail 5.3104'
all=''
for subject in 'your order is on its way' $'your order\n is on its way'; do
  printf 'From ann@example.com Sat Nov 28 10:00:00 2026\nFrom: ann@example.com\nSubject: %s\nDate: Sat, 28 Nov 2026 10:00:00 +0000\n\nhello\n\n' \
    "$subject" > archive
  seen="$(mboxgrep 'order is on' archive) $(grepmail 'order is on' archive)"
  printf 'Subject: %s\n  standard: 1 1\n  seen:     %s\n' "$subject" "$seen"
  all+="$seen "
done
[ "$all" = '1 1 0 0 ' ]
