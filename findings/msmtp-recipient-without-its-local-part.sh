#!/usr/bin/env bash
# Expected: a program that reads the recipients out of To (msmtp -t, as sendmail -t) takes the address as it stands there.
# msmtp drops a quoted local part that stands without angle brackets: the server is told RCPT TO:<@example.com>.
# With angle brackets the same address goes out whole. Programs that hand mail to "sendmail" may write either.
# RFC 5322 section 3.4 (a mailbox may be an addr-spec alone) and 3.4.1 (local-part is a quoted-string, too).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download msmtp=1.8.23-1 libblkid1 libffi8 libgcrypt20 libglib2.0-0 libgpg-error0 libgsasl18 libgssglue1 libidn12 \
  libmount1 libntlm0 libpcre2-8-0 libsecret-1-0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import glob
import os
import socket
import subprocess
import sys
import threading

libraries = ':'.join(glob.glob('unpacked/usr/lib/*-linux-gnu*') + glob.glob('unpacked/lib/*-linux-gnu*'))
listener = socket.create_server(('127.0.0.1', 0))


def serve(seen):
    connection = listener.accept()[0]
    stream = connection.makefile('rwb', buffering=0)
    stream.write(b'220 mx.example.com\r\n')
    in_text = False
    for line in stream:
        word = line.strip().upper()
        if in_text:
            in_text = word != b'.'
            if in_text:
                continue
        if word.startswith(b'RCPT'):
            seen.append(line.strip().decode())
        in_text = word == b'DATA'
        stream.write(b'354 go on\r\n' if in_text else b'221 bye\r\n' if word == b'QUIT' else b'250 ok\r\n')
        if word == b'QUIT':
            break
    connection.close()


def told(to):
    seen = []
    server = threading.Thread(target=serve, args=(seen,), daemon=True)
    server.start()
    subprocess.run(
        ['unpacked/usr/bin/msmtp', '--file=/dev/null', '--host=127.0.0.1', f'--port={listener.getsockname()[1]}', '--from=bob@example.org', '-t'],
        input=f'From: bob@example.org\nTo: {to}\nSubject: s\n\nx\n'.encode(), env={**os.environ, 'LD_LIBRARY_PATH': libraries}, timeout=30, check=True)
    server.join(30)
    return seen


print('msmtp 1.8.23')
changed = False
for to, known in (('<"ann..doe"@example.com>', 'RCPT TO:<"ann..doe"@example.com>'), ('"ann..doe"@example.com', 'RCPT TO:<@example.com>')):
    seen = told(to)
    changed = changed or seen != [known]
    print(f'To: {to}\n  standard: RCPT TO:<"ann..doe"@example.com>\n  seen:     {" ".join(seen)}')
sys.exit(1 if changed else 0)
PYTHON
python3 run.py
