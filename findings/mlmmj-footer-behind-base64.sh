#!/usr/bin/env bash
# Expected: the footer of a list is read by its members, or, where that cannot be done, left out.
# mlmmj writes its lines behind whatever the body is. Behind base64 they are taken for base64: with padding nobody sees the way to
# leave the list, without padding every text ends in junk. Behind the last boundary, which is all HTML mail, no reader looks.
# RFC 2045 section 6.8 (base64), RFC 2046 section 5.1.1 (what stands behind the last boundary is ignored).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mlmmj=1.3.0-4 2> /dev/null
dpkg-deb -x mlmmj_*.deb unpacked
mkdir -p list/{incoming,queue/discarded,control,subscribers.d,moderation,text}
echo list@example.com > list/control/listaddress
echo owner@example.com > list/control/owner
echo '-- leave this list: list+unsubscribe@example.com' > list/control/footer
echo ann@example.org > list/subscribers.d/a
body() {
  printf 'Return-Path: <ann@example.org>\nFrom: ann@example.org\nTo: list@example.com\nSubject: s\nMessage-ID: <1@example.org>\n' > list/incoming/one
  printf 'MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: %s\n\n%s\n' "$1" "$2" >> list/incoming/one
  unpacked/usr/bin/mlmmj-process -P -L "$work/list" -m "$work/list/incoming/one" > log 2>&1 || cat log
  sed '1,/^$/d' list/queue/????????????????
  rm list/queue/????????????????
}
decoded() { perl -MMIME::Base64 -0777 -pe '$_ = decode_base64($_); s/[^ -~]/?/g'; }
echo 'mlmmj 1.3.0'
all=''
for text in hello 'hello!'; do
  encoded=$(perl -MMIME::Base64 -e 'print encode_base64(shift, "")' "$text")
  plain=$(body 7bit "$text" | tr '\n' ' ')
  seen=$(body base64 "$encoded" | decoded)
  printf '%s\n  7bit:   %s\n  base64: %s\n' "$text" "$plain" "$seen"
  all+="$plain|${seen:0:8}|"
done
[ "$all" = 'hello -- leave this list: list+unsubscribe@example.com |hello|hello! -- leave this list: list+unsubscribe@example.com |hello!??|' ]
