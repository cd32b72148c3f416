#!/usr/bin/env bash
# Expected: a server built on aiosmtpd sees a bounce, MAIL FROM:<>, as one without a sender: an empty text, as smtpd of Python had it.
# envelope.mail_from is the two signs "<>". All other addresses come without their brackets, so "if not envelope.mail_from" never
# holds: a program that answers or forwards answers bounces, and writes "<>" where an address belongs.
# RFC 5321 section 4.5.5 (null reverse-path: nothing answers it by machine).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-aiosmtpd=1.4.3-1.1+deb12u1 python3-attr=22.2.0-1 python3-public=2.3-4 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import smtplib
import sys

from aiosmtpd.controller import Controller


class Handler:
    def __init__(self):
        self.senders = []

    async def handle_DATA(self, server, session, envelope):
        self.senders.append(envelope.mail_from)
        return '250 OK'


handler = Handler()
controller = Controller(handler, hostname='127.0.0.1', port=20000 + int(sys.argv[1]) % 20000)
controller.start()
with smtplib.SMTP('127.0.0.1', controller.port) as client:
    for sender in ('ann@example.org', ''):
        client.sendmail(sender, ['bob@example.com'], b'Subject: s\r\n\r\nx')
controller.stop()
print('aiosmtpd 1.4.3')
for command, standard, seen in zip(('<ann@example.org>', '<>'), ('ann@example.org', ''), handler.senders):
    print(f'MAIL FROM:{command}\n  standard: {standard!r}\n  seen:     {seen!r}')
sys.exit(0 if handler.senders == ['ann@example.org', '<>'] else 1)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py $$
