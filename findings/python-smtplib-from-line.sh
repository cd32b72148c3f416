#!/usr/bin/env bash
# Expected: smtplib.send_message sends a parsed message with the words that it has; as_bytes() gives them.
# It writes ">From" for each line that begins with "From ", as one does in an mbox file, though no file is near. The
# policy does not matter: email.policy.SMTP, made for this, says mangle_from_=False, and is not asked.
# The reader sees a mark that nobody wrote, and the signature of the author is broken: a forwarder in a few lines of Python
# works for years until somebody writes "From here on".
# RFC 5321 section 4.5.2 (dots are the only thing that is stuffed), RFC 6376 section 3.4 (the body is signed).
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
import smtplib
import socketserver
import sys
import threading

received = []


class Server(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b'220 mx.example.org\r\n')
        for line in self.rfile:
            command = line.upper()
            if command.startswith(b'DATA'):
                self.wfile.write(b'354 go\r\n')
                received.append(b''.join(iter(self.rfile.readline, b'.\r\n')))
            self.wfile.write(b'221 bye\r\n' if command.startswith(b'QUIT') else b'250 ok\r\n')
            if command.startswith(b'QUIT'):
                return


text = b'From: ann@example.com\r\nTo: bob@example.org\r\n\r\nFrom here on it is easy.\r\n'
print(f'Python {sys.version.split()[0]}')
changed = False
with socketserver.TCPServer(('127.0.0.1', 0), Server) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ('compat32', 'SMTP'):
        message = email.message_from_bytes(text, policy=getattr(email.policy, name))
        with smtplib.SMTP('127.0.0.1', server.server_address[1], timeout=10) as client:
            client.send_message(message)
        written = message.as_bytes().decode().splitlines()[-1]
        sent = received.pop().decode().splitlines()[-1]
        changed = changed or written != 'From here on it is easy.' or sent != '>From here on it is easy.'
        print(f'email.policy.{name}\n  as_bytes():     {written}\n  send_message(): {sent}')
    server.shutdown()
sys.exit(1 if changed else 0)
PYTHON
LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
  "$work/unpacked/usr/bin/python3.11" -S run.py
