#!/usr/bin/env bash
# Expected: a subject that was folded is one line again for who reads it, with the blank where the fold was.
# imap_tools leaves the line break in the subject when all of it is ASCII, and takes the blank away, too, when an encoded word is
# next to the fold: "newsletter" and "Jörg" become one word.
# Long subjects are folded by nearly every program. A rule, a ticket number or an answer with "Re: " is made from another subject
# than the one that was written, and a line break in it ends the field of whoever writes it on.
# RFC 5322 section 2.2.3 (unfolding takes the line break, and leaves the blank), RFC 2047 section 6.2.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/python.sh" python3-imap-tools=0.54.0+dfsg-1
cat > run.py <<'PYTHON'
import sys
import imap_tools


def subject(field):
    text = f'From: ann@example.com\r\nSubject: {field}\r\n\r\nhello\r\n'.encode()
    return imap_tools.MailMessage([(b'1 (UID 1 FLAGS () BODY[] {1}', text), b')']).subject


cases = (
    ('your order is on its way', 'your order is on its way', 'your order is on its way'),
    ('your order\r\n is on its way', 'your order is on its way', 'your order\r\n is on its way'),
    ('newsletter\r\n =?utf-8?q?J=C3=B6rg?=', 'newsletter Jörg', 'newsletterJörg'),
)
print(f'imap_tools {imap_tools.__version__}')
changed = False
for field, standard, known in cases:
    seen = subject(field)
    changed = changed or seen != known
    print(f'{field!r}\n  standard: {standard!r}\n  seen:     {seen!r}')
sys.exit(1 if changed else 0)
PYTHON
LC_ALL=C.UTF-8 python run.py
