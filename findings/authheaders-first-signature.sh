#!/usr/bin/env bash
# Expected: DMARC passes when any signature of the message is valid and of the domain of From.
# authheaders looks at the first one only, whether it verifies itself or reads the results of a server before it: below
# the valid signature of a list or a forwarder that of the author is not seen, and DMARC fails with p=reject.
# Who signs on the way puts its field on top: mail of each list that keeps the author's signature is refused.
# RFC 7489 section 3.1.1 (any one aligned signature is enough).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), python3 and openssl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-authheaders=0.15.2-1 python3-authres=1.2.0-3 python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1 \
  python3-publicsuffix2=2.20191221-3 publicsuffix 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
openssl rsa -in private.pem -pubout -outform DER 2> /dev/null | base64 -w 0 > public.txt
cat > run.py <<'PYTHON'
import re
import sys

import authheaders
import dkim

private = open('private.pem', 'rb').read()
record = b'v=DKIM1; k=rsa; p=' + open('public.txt', 'rb').read()
message = b'From: ann@example.com\r\nSubject: s\r\n\r\nhello\r\n'


def signed(text, domain):
    return dkim.sign(text, b's1', domain, private, include_headers=[b'from', b'subject']) + text


def lookup(name, timeout=5):
    name = name.decode() if isinstance(name, bytes) else name
    if '_domainkey' in name:
        return record
    return 'v=DMARC1; p=reject' if name.startswith('_dmarc.example.com') else None


def verdict(text, before=None):
    field = authheaders.authenticate_message(text, 'mx.example.org', prev=before, spf=False, dnsfunc=lookup)
    return re.search('dmarc=([a-z]+)', field).group(1)


author = signed(message, b'example.com')
both = 'Authentication-Results: mx.example.org; '
cases = (
    ('author only', 'pass', verdict(author)),
    ('a list signed on top', 'fail', verdict(signed(author, b'lists.example'))),
    ('results: author, list', 'pass', verdict(message, both + 'dkim=pass header.d=example.com; dkim=pass header.d=lists.example')),
    ('results: list, author', 'fail', verdict(message, both + 'dkim=pass header.d=lists.example; dkim=pass header.d=example.com')),
)
print('authheaders 0.15.2')
for what, known, seen in cases:
    print(f'{what}\n  standard: dmarc=pass\n  seen:     dmarc={seen}')
sys.exit(0 if all(known == seen for _, known, seen in cases) else 1)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py
