#!/usr/bin/env bash
# Expected: a program that finds mail by words, and decodes names and subjects to do so, finds Jörg by his name.
# mairix takes each octet above ASCII for the end of a word: it stores "j" and "rg", and looks for "jörg" as one word, which is
# not there. Nothing is said; "rg" finds him. Names without umlauts are found as they should be.
# Who is to be erased, or answered, is missed by everybody who looks for the name.
# RFC 2047 section 2 and RFC 6532 section 3.2 (such letters are part of a name like others).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mairix=0.24-2 zlib1g libbz2-1.0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH LC_ALL=C.UTF-8
mkdir -p mail/cur mail/new mail/tmp
printf '%s\n' 'From: =?utf-8?q?J=C3=B6rg_Doe?= <desk@example.com>' 'To: bob@example.org' 'Subject: hello' 'Message-ID: <1@example.com>' '' hello > mail/cur/1:2,
printf 'base=%s\nmaildir=mail\nmfolder=found\ndatabase=%s/index\n' "$work" "$work" > settings
unpacked/usr/bin/mairix -f settings > /dev/null
echo 'mairix 0.24'
all=''
for word in doe jörg rg; do
  seen=$(unpacked/usr/bin/mairix -f settings -r "f:$word" | grep -c cur || true)
  standard=1
  [ "$word" != rg ] || standard=0
  printf 'f:%s\n  standard: %s found\n  seen:     %s found\n' "$word" "$standard" "$seen"
  all+="$seen "
done
[ "$all" = '1 0 1 ' ]
