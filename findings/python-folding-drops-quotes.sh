#!/usr/bin/env bash
# Expected: a To that email.policy.SMTP folds because it is long has the same recipients as before.
# Names that were quoted or encoded lose both when they move to the next line: "Doe, Bob" <bob@...>, encoded because of its
# comma, is written Doe, Bob <bob@...>, which is two recipients. In a short field the name stays as it came.
# So it happens to the second and third person of long lists only; each answer to all goes to a user "Doe" as well.
# RFC 5322 section 3.2.3 (a comma needs quotes), RFC 2047 section 5 (3).
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


def recipients(text):
    return [one.addr_spec for one in email.message_from_string(text, policy=email.policy.default)['to'].addresses]


ann = '"Ann with a rather long name" <ann.with.a.long.address@example.com>, '
bob = '=?utf-8?Q?Doe=2C_Bob?= <bob@example.org>'
long = '"The department for names, which has a comma in a name that is too long for one line of a message" <bob@example.org>'
cases = (
    ('encoded, short', bob, ['bob@example.org'], 1),
    ('encoded, long field', ann + bob, ['ann.with.a.long.address@example.com', 'bob@example.org'], 3),
    ('quoted, long name', ann + long, ['ann.with.a.long.address@example.com', 'bob@example.org'], 3),
)
print(f'Python {sys.version.split()[0]}')
changed = False
for what, field, standard, known in cases:
    text = f'To: {field}\r\nFrom: eve@example.net\r\n\r\nhello\r\n'
    written = email.message_from_string(text, policy=email.policy.SMTP).as_string()
    seen = recipients(written)
    changed = changed or recipients(text) != standard or len(seen) != known
    print(f'{what}\n  standard: {", ".join(standard)}\n  seen:     {", ".join(seen)}')
sys.exit(1 if changed else 0)
PYTHON
LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
  "$work/unpacked/usr/bin/python3.11" -S run.py
