#!/usr/bin/env bash
# Expected: vobject (khard, Radicale) keeps what it read when it writes a card again.
# It takes the first of each list only: the second nickname is gone, and a link with a comma, which is no list, ends there.
# Who changes a telephone number of a contact with it loses these without a word. CATEGORIES is kept.
# RFC 2426 section 3.1.3 (NICKNAME is a list), RFC 3986 section 2.2 and RFC 2426 section 3.6.8 (URL: a comma may stand in it).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-vobject=0.9.6.1-2 python3-dateutil=2.8.2-2 python3-six=1.16.0-4 python3-tz 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import sys

import vobject


def kept(line):
    text = '\r\n'.join(['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ann Doe', 'N:Doe;Ann;;;', line, 'END:VCARD', ''])
    name = line.split(':')[0]
    return [one for one in vobject.readOne(text).serialize().split('\r\n') if one.startswith(name)][0]


cases = (
    ('CATEGORIES:work,chess', 'CATEGORIES:work,chess'),
    ('NICKNAME:Annie,Nan', 'NICKNAME:Annie'),
    ('URL:https://maps.example.com/@52.5,13.4', 'URL:https://maps.example.com/@52.5'),
)
print('vobject 0.9.6.1')
changed = False
for line, known in cases:
    seen = kept(line)
    changed = changed or seen != known
    print(f'{line}\n  standard: {line}\n  seen:     {seen}')
sys.exit(1 if changed else 0)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py
