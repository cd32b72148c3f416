#!/usr/bin/env bash
# Expected: a blank between the name of a tag and its "=" in DKIM-Signature means nothing to who verifies.
# opendkim does not know "b =" again when it empties the tag for the hash, and calls the signature wrong;
# dkimpy verifies it, and so does opendkim with "b=".
# A signer that lines its tags up so is fine at one receiver and fails at the next.
# RFC 6376 section 3.2 (tag-spec has [FWS] before and after "=").
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), openssl and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download opendkim=2.11.0~beta2-8+deb12u1 libopendkim11=2.11.0~beta2-8+deb12u1 python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1 \
  libbsd0 libdb5.3 libevent-2.1-7 libhashkit2 libldap-2.5-0 liblua5.3-0 libmd0 libmemcached11 libmilter1.0.1 libopendbx1 librbl1 \
  libsasl2-2 libssl3 libunbound8 libvbr2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
public=$(openssl rsa -in private.pem -pubout -outform DER 2> /dev/null | base64 -w 0)
echo "v=DKIM1; k=rsa; p=$public" > record
echo "s1._domainkey.example.com v=DKIM1; k=rsa; p=$public" > keys
printf 'TestPublicKeys %s/keys\nMode v\n' "$work" > opendkim.conf
body=$(printf 'hello\r\n' | openssl dgst -sha256 -binary | base64)
signed() {
  local field="v=1; a=rsa-sha256; c=relaxed/simple; d=example.com; s=s1; h=from; bh=$body; $1"
  local signature
  signature=$(printf 'from:ann@example.com\r\ndkim-signature:%s' "$field" | openssl dgst -sha256 -sign private.pem | base64 -w 0)
  printf 'DKIM-Signature: %s%s\r\nFrom: ann@example.com\r\n\r\nhello\r\n' "$field" "$signature"
}
cat > verify.py <<'PYTHON'
import sys

import dkim

record = open('record', 'rb').read().strip()
print('verified' if dkim.verify(open(sys.argv[1], 'rb').read(), dnsfunc=lambda name, timeout=5: record) else 'failed')
PYTHON
libraries=$(echo "$work"/unpacked/usr/lib "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
opendkim() {
  LD_LIBRARY_PATH="$libraries" "$work/unpacked/usr/sbin/opendkim" -x opendkim.conf -t "$1" 2>&1 | grep -q 'succeeded$' && echo verified || echo failed
}
export PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages"
echo 'opendkim 2.11.0~beta2, dkimpy 1.1.4'
all=''
for tag in 'b=' 'b ='; do
  signed "$tag" > message
  one=$(opendkim message)
  other=$(python3 verify.py message)
  printf '%s\n  standard: verified\n  opendkim: %s\n  dkimpy:   %s\n' "$tag" "$one" "$other"
  all+="$one $other "
done
[ "$all" = 'verified verified failed verified ' ]
