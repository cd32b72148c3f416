#!/usr/bin/env bash
# Expected: each part of a message is its text, its HTML or an attachment.
# imap_tools counts as an attachment what has a file name, a Content-ID or is a message. An invitation or a document without either
# is nowhere: not in the list, not in the text, and nothing says that there was more.
# Programs that invite write no name for the part that invites. Whoever collects an inbox with it has mails that say "see attachment",
# and none.
# RFC 2183 section 2 (a part may have no disposition, and no filename), RFC 6047 section 2.4 (text/calendar).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/python.sh" python3-imap-tools=0.54.0+dfsg-1
cat > run.py <<'PYTHON'
import sys
import imap_tools


def attachments(*fields):
    lines = ('From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '',
             'hello', '--b', *fields, '', 'BEGIN:VCALENDAR', 'END:VCALENDAR', '--b--', '')
    message = imap_tools.MailMessage([(b'1 (UID 1 FLAGS () BODY[] {1}', '\r\n'.join(lines).encode()), b')'])
    return [attachment.content_type for attachment in message.attachments] + ['in the text'] * ('BEGIN' in message.text)


cases = (
    (('Content-Type: text/calendar; method=REQUEST; name=invite.ics',), ['text/calendar']),
    (('Content-Type: text/calendar; method=REQUEST',), []),
    (('Content-Type: application/pdf', 'Content-Disposition: attachment'), []),
)
print(f'imap_tools {imap_tools.__version__}')
changed = False
for fields, known in cases:
    seen = attachments(*fields)
    changed = changed or seen != known
    print('{}\n  standard: an attachment\n  seen:     {}'.format('; '.join(fields), seen or 'nothing'))
sys.exit(1 if changed else 0)
PYTHON
LC_ALL=C.UTF-8 python run.py
