#!/usr/bin/env bash
# Expected: an LMTP server says behind the text what became of it for each recipient, in the order in which they were named.
# LMTP of aiosmtpd gives one answer for all of them, with the handlers that come along. What it says to the next command is taken
# for the answer for the second recipient, and so on: everything a client learns from there on is about something else.
# Mail servers hand a message over once for all mailboxes of a domain. They try again for those that seem to have got no answer,
# and the owner has it twice.
# RFC 2033 section 4.2 (one reply for each recipient that was accepted).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-aiosmtpd=1.4.3-1.1+deb12u1 python3-attr=22.2.0-1 python3-public=2.3-4 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import socket
import sys

import aiosmtpd
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from aiosmtpd.lmtp import LMTP


class Server(Controller):
    def factory(self):
        return LMTP(self.handler)


def answers(recipients):
    controller = Server(Sink(), hostname='127.0.0.1', port=20000 + int(sys.argv[1]) % 20000 + len(recipients))
    controller.start()
    with socket.create_connection((controller.hostname, controller.port), 9) as client:
        lines = client.makefile('rwb', 0)

        def say(command):
            lines.write(command.encode() + b'\r\n')

        def reply():
            while (line := lines.readline())[3:4] == b'-':
                pass
            return line.decode().strip()

        reply()
        for command in ('LHLO client.example', 'MAIL FROM:<ann@example.com>', *(f'RCPT TO:<{name}>' for name in recipients), 'DATA'):
            say(command)
            reply()
        say('Subject: hello\r\n\r\nhello\r\n.')
        said = [reply()]
        say('QUIT')
        while not said[-1].startswith('221'):
            said.append(reply())
    controller.stop()
    return len(said) - 1


print(f'aiosmtpd {aiosmtpd.__version__}')
changed = False
for recipients in (['bob@example.org'], ['bob@example.org', 'dan@example.org', 'eve@example.org']):
    seen = answers(recipients)
    print(f'answers for {len(recipients)}\n  standard: {len(recipients)}\n  seen:     {seen}')
    changed = changed or seen != 1
sys.exit(1 if changed else 0)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py $$
