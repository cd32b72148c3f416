#!/usr/bin/env bash
# Expected: a key for all uses that mail and reports name, s=email:tlsrpt, is a key for mail.
# dkimpy compares the tag with "email" and "*" as a whole, and finds no key; with s=email the message verifies.
# A domain that gives one key to both uses fails with each receiver that runs it.
# RFC 6376 section 3.6.1 (s= is a list with colons); RFC 8460 section 3 has the service type tlsrpt.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), python3 and openssl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
openssl rsa -in private.pem -pubout -outform DER 2> /dev/null | base64 -w 0 > public.txt
cat > run.py <<'PYTHON'
import sys

import dkim

message = b'From: ann@example.com\r\nSubject: s\r\n\r\nhello\r\n'
signature = dkim.sign(message, b's1', b'example.com', open('private.pem', 'rb').read(), include_headers=[b'from', b'subject'])
public = open('public.txt', 'rb').read()


def verified(services):
    record = b'v=DKIM1; k=rsa; s=' + services + b'; p=' + public
    return dkim.verify(signature + message, dnsfunc=lambda name, timeout=5: record)


print('dkimpy 1.1.4')
changed = False
for services, known in ((b'email', True), (b'email:tlsrpt', False)):
    seen = verified(services)
    changed = changed or seen != known
    print(f's={services.decode()}\n  standard: verified\n  seen:     {"verified" if seen else "not verified"}')
sys.exit(1 if changed else 0)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py
