#!/usr/bin/env bash
# Expected: SRS puts its prefix into the quotes of a local part that needs them, so that one valid address comes out.
# postsrsd and Mail::SRS leave the quotes in the middle: SRS0=...=example.com="ann doe"@fwd.example is no address,
# servers that look refuse the return path, and mail of such people is not forwarded. python3-srs writes a valid one.
# The quotes are hashed by the two and not by the third: where one of each shares a secret, bounces are lost, too.
# RFC 5321 section 4.1.2 (Local-part is a Dot-string or one Quoted-string, never a mixture).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl and python3.
set -euo pipefail

work=$(mktemp -d)
server=''
# shellcheck disable=SC2317,SC2329
clean() {
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  rm -rf "$work"
}
trap clean EXIT
cd "$work"
apt-get -qq download postsrsd=1.10-2+b1 libmail-srs-perl=0.31-9 libdigest-hmac-perl=1.04+dfsg-2 python3-srs=1.0.4-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
printf secret > secret
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
unpacked/usr/sbin/postsrsd -d fwd.example -s secret -n 4 -l 127.0.0.1 -f "$port" -r "$((port + 1))" 2> /dev/null &
server=$!
cat > ask.py <<'PYTHON'
import socket
import sys
import time
import urllib.parse

for attempt in range(50):
    try:
        asked = socket.create_connection(('127.0.0.1', int(sys.argv[1])), timeout=5)
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
asked.sendall(b'get ' + urllib.parse.quote(sys.argv[2], safe='@').encode() + b'\n')
print(urllib.parse.unquote(asked.recv(1024).decode().strip()[4:]))
PYTHON
cat > other.py <<'PYTHON'
import sys

import SRS

print(SRS.new(secret='secret', hashlength=4).forward(sys.argv[1], 'fwd.example'))
PYTHON
changed=0
shape() { sed -E 's/=[A-Za-z0-9+/]{4}=[A-Z2-7]{2}=/=HHHH=TT=/'; }
show() {
  local seen
  seen=$(shape <<< "$2")
  printf '%s\n  standard: "SRS0=HHHH=TT=example.com=ann doe"@fwd.example\n  seen:     %s\n' "$1" "$seen"
  [ "$seen" = "$3" ] || changed=1
}
sender='"ann doe"@example.com'
mixed='SRS0=HHHH=TT=example.com="ann doe"@fwd.example'
one=$(python3 ask.py "$port" "$sender")
two=$(PERL5LIB=unpacked/usr/share/perl5 perl -MMail::SRS -e \
  'print Mail::SRS->new(Secret => ["secret"], HashLength => 4)->forward($ARGV[0], "fwd.example")' "$sender")
three=$(PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 other.py "$sender")
show 'postsrsd 1.10' "$one" "$mixed"
show 'Mail::SRS 0.31' "$two" "$mixed"
show 'python3-srs 1.0.4' "$three" '"SRS0=HHHH=TT=example.com=ann doe"@fwd.example'
hash_of() { sed -E 's/^"?SRS0=([^=]+)=.*/\1/' <<< "$1"; }
[ "$(hash_of "$one")" = "$(hash_of "$two")" ] && [ "$(hash_of "$two")" != "$(hash_of "$three")" ] && [ "$changed" = 0 ]
