#!/usr/bin/env bash
# Expected: blanks between two encoded words only part them, in From as in Subject; the name has no blank there.
# email.policy.default keeps the blank in addresses: a name in two words, as each long one is written, is read "Jö rg", and
# with a blank within the second word there are two. Subject is read right.
# Whoever shows, stores or compares names, or writes them into a reply, has another than the sender wrote.
# RFC 2047 section 6.2 (white space between adjacent encoded words is ignored).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3.11-minimal=3.11.2-6+deb12u8 libpython3.11-minimal=3.11.2-6+deb12u8 libpython3.11-stdlib=3.11.2-6+deb12u8 \
  libexpat1 zlib1g 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import email
import email.policy
import sys

cases = (
    ('=?utf-8?Q?J=C3=B6?= =?utf-8?Q?rg?=', 'Jörg', 'Jö rg'),
    ('=?utf-8?Q?J=C3=B6rg?=\r\n =?utf-8?Q?_M=C3=BCller?=', 'Jörg Müller', 'Jörg  Müller'),
)
print(f'Python {sys.version.split()[0]}')
changed = False
for words, standard, known in cases:
    text = f'From: {words} <joerg@example.org>\r\nSubject: {words}\r\n\r\nhello\r\n'
    message = email.message_from_string(text, policy=email.policy.default)
    name = message['from'].addresses[0].display_name
    changed = changed or name != known or message['subject'] != standard
    print(f'{words!r}\n  standard: {standard!r}\n  Subject:  {str(message["subject"])!r}\n  From:     {name!r}')
sys.exit(1 if changed else 0)
PYTHON
PYTHONIOENCODING=utf-8 LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
  "$work/unpacked/usr/bin/python3.11" -S run.py
