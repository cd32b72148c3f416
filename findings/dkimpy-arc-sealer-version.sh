#!/usr/bin/env bash
# Expected: the ARC sealer of dkimpy copies any valid Authentication-Results of its own host into the seal.
# It reads the field with authres, glues the rest back behind the name of the host, and reads that again: with a version
# or a comment behind the name it raises SyntaxError, with the name in quotes it returns nothing. There is no seal.
# A milter of another make writes the field, so it depends on it whether mail is sealed on its way.
# RFC 8601 section 2.2 (authserv-id [CFWS authres-version] [CFWS]; authserv-id is a value, which may be quoted).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), python3 and openssl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-dkim=1.1.4-1 python3-authres=1.2.0-3 python3-dnspython=2.3.0-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
cat > run.py <<'PYTHON'
import sys

import authres
import dkim

private = open('private.pem', 'rb').read()


def seal(host):
    text = f'Authentication-Results: {host}; spf=pass smtp.mailfrom=example.com\r\nFrom: ann@example.com\r\n\r\nhello\r\n'
    try:
        fields = dkim.arc_sign(text.encode(), b's1', b'example.org', private, b'mx.example.org', include_headers=[b'from'])
    except authres.core.SyntaxError:
        return 'SyntaxError'
    return f'{len(fields)} fields'


cases = (
    ('mx.example.org', '3 fields'),
    ('mx.example.org 1', 'SyntaxError'),
    ('mx.example.org (the first)', 'SyntaxError'),
    ('"mx.example.org"', '0 fields'),
)
print('dkimpy 1.1.4, authres 1.2.0')
changed = False
for host, known in cases:
    seen = seal(host)
    changed = changed or seen != known
    print(f'{host}\n  standard: 3 fields\n  seen:     {seen}')
sys.exit(1 if changed else 0)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py
