#!/usr/bin/env bash
# Expected: getaddresses of Python gives each address of a list; a comma within a comment is part of the comment.
# Since it is strict by default it counts commas itself, and not those of comments: the whole list becomes [('', '')], also
# for everybody else in it. smtplib.send_message makes RCPT TO:<> of that. With strict=False both are read.
# "Ann (Sales, Berlin) <ann@...>" is how some write where they work: an answer to all such people has no recipient.
# RFC 5322 section 3.2.2 (ctext is any printable but parentheses and the backslash) and 3.4.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3.11-minimal=3.11.2-6+deb12u8 libpython3.11-minimal=3.11.2-6+deb12u8 libpython3.11-stdlib=3.11.2-6+deb12u8 \
  libexpat1 zlib1g 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import sys
from email.utils import getaddresses

both = 'ann@example.com bob@example.org'
cases = (
    ('Ann (Sales Berlin) <ann@example.com>, bob@example.org', both, both),
    ('"Doe, Ann" <ann@example.com>, bob@example.org', both, both),
    ('Ann (Sales, Berlin) <ann@example.com>, bob@example.org', both, ''),
    ('bob@example.org, ann@example.com (Ann, Sales)', 'bob@example.org ann@example.com', ''),
)
print(f'Python {sys.version.split()[0]}')
changed = False
for field, standard, known in cases:
    seen = ' '.join(address for _, address in getaddresses([field]))
    loose = ' '.join(address for _, address in getaddresses([field], strict=False))
    changed = changed or seen != known or loose != standard
    print(f'{field}\n  standard:     {standard}\n  seen:         {seen}\n  strict=False: {loose}')
sys.exit(1 if changed else 0)
PYTHON
LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
  "$work/unpacked/usr/bin/python3.11" -S run.py
