#!/usr/bin/env bash
# Expected: a message that is parsed and written with email.policy.SMTP and left alone keeps its fields, folded at blanks at most.
# A field with a word longer than a line comes out as encoded words: links in List-Unsubscribe, long ids in References and
# the b= of a DKIM-Signature are taken apart, "<", ":" and "." included. It is a structured field: no program decodes it there.
# Links of newsletters are that long as a rule: behind a forwarder written so nobody can leave a list with one click,
# answers leave their thread, and signatures over the fields break. With the policy compat32 all is kept.
# RFC 2047 section 5 (where an encoded word may stand), RFC 2369 section 3.2, RFC 5322 section 3.6.4.
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

FIELDS = {
    'List-Unsubscribe': f'<https://news.example.com/unsubscribe/{"a" * 40}>,\r\n <mailto:leave@example.com>',
    'DKIM-Signature': f'v=1; a=rsa-sha256; d=example.com; s=s1; h=from; bh={"a" * 43}=; b={"b" * 86}',
    'References': f'<{"1" * 30}@example.com> <{"2" * 70}@example.com>',
}
text = ''.join(f'{name}: {value}\r\n' for name, value in FIELDS.items()) + 'From: news@example.com\r\n\r\nhello\r\n'
print(f'Python {sys.version.split()[0]}')
changed = False
for policy, known in ((email.policy.compat32, 0), (email.policy.SMTP, 1)):
    written = email.message_from_bytes(text.encode(), policy=policy).as_bytes().decode()
    print('email.policy.SMTP' if known else 'email.policy.compat32')
    for name in FIELDS:
        start = written.index(name)
        value = written[start + len(name) + 2:].replace('\n ', ' ').split('\n')[0]
        print(f'  {name}\n    standard: no encoded word\n    seen:     {value[:60]}...')
        changed = changed or ('=?utf-8?q?' in value) != bool(known)
sys.exit(1 if changed else 0)
PYTHON
LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
  "$work/unpacked/usr/bin/python3.11" -S run.py
