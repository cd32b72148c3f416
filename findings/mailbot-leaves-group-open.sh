#!/usr/bin/env bash
# Expected: mailbot -T replyall, the answering machine of maildrop, writes the recipients of a message into a valid Cc.
# It keeps the name of a group with its colon and drops the semicolon that ends it: "Cc: undisclosed-recipients:" has no
# end at all, and of "Team: ...; dan" all that stands behind becomes part of the group.
# A server may refuse the field or read one local user from it; -T reply, which answers to the author only, is not touched.
# RFC 5322 section 3.4 (group = display-name ":" [group-list] ";").
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download maildrop=2.9.3-2.1 libcourier-unicode4=2.1.2-2+b2 libgdbm6 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
echo 'I am away.' > answer
copies() {
  printf 'From: ann@example.com\nTo: %s\nSubject: hello\nMessage-ID: <1@example.com>\n\nhello\n' "$1" \
    | "$work/unpacked/usr/bin/mailbot" -t answer -T replyall -N -A 'From: shop@example.org' cat | sed -n 's/^Cc: //p'
}
one=$(copies 'undisclosed-recipients:;')
two=$(copies 'Team: bob@example.com, eve@example.com;, dan@example.net')
echo 'maildrop 2.9.3'
printf 'undisclosed-recipients:;\n  standard: no Cc, or a group with its end\n  seen:     %s\n' "$one"
printf 'Team: bob@example.com, eve@example.com;, dan@example.net\n  standard: three recipients, or a group with its end\n  seen:     %s\n' "$two"
[ "$one" = 'undisclosed-recipients:' ] && [ "$two" = 'Team: bob@example.com, eve@example.com, dan@example.net' ]
