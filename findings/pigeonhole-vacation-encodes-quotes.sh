#!/usr/bin/env bash
# Expected: an absence note with :from "\"Jörg Doe\" <bob@example.com>" comes from Jörg Doe.
# Pigeonhole encodes word by word what stands between blanks, with the quote mark that belongs to the word, and leaves the other
# one bare: =?utf-8?q?"J=C3=B6rg?= Doe". A reader takes what is between the two marks for a quoted string, and shows the encoding;
# a comma in the name stands bare. Programs that write rules put names into quotes, as address lists want it.
# RFC 2047 section 5 (3) (no quote mark in an encoded word of a phrase, none of them in a quoted string), RFC 5230 section 4.3.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/pigeonhole.sh"
printf 'From: ann@example.org\nTo: bob@example.com\nSubject: s\nMessage-ID: <1@example.org>\n\nx\n' > message
echo 'Pigeonhole 0.5.19'
all=''
for name in 'Jörg Doe' '"Jörg Doe"' '"Doe, Jörg"'; do
  printf 'require "vacation";\nvacation :from "%s <bob@example.com>" "away";\n' "${name//\"/\\\"}" > rules.sieve
  rm -f rules.svbin
  "$work/unpacked/usr/bin/sieve-test" -e -f ann@example.org -r bob@example.com -a bob@example.com rules.sieve message > note 2> log || cat log
  seen=$(cat note log | sed -n 's/^From: \(.*\) <.*/\1/p' | tr -d '\r' | head -n 1)
  standard='=?utf-8?q?J=C3=B6rg?= Doe'
  [ "$name" != '"Doe, Jörg"' ] || standard='=?utf-8?q?Doe=2C_J=C3=B6rg?='
  printf ':from %s\n  standard: %s\n  seen:     %s\n' "$name" "$standard" "$seen"
  all+="$seen|"
done
[ "$all" = '=?utf-8?q?J=C3=B6rg?= Doe|=?utf-8?q?"J=C3=B6rg?= Doe"|"Doe, =?utf-8?q?J=C3=B6rg"?=|' ]
