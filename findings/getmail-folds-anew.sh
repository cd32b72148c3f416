#!/usr/bin/env bash
# Expected: getmail, which fetches mail by POP and IMAP, hands a message on as it was on the server.
# It folds each long field anew, takes blanks at its beginning away, and of a long Message-ID the first line is then empty. A DKIM
# signature with c=simple over such a field fails where the mail is forwarded or looked at again, and readers that know no fold
# before a value see none. Programs that fetch (fetchmail, mpop) add lines, and leave those that are there.
# RFC 6376 section 3.4.1 (simple: fields are not changed in any way).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download getmail6=6.18.11-2 2> /dev/null
dpkg-deb -x getmail6_*.deb unpacked
long=$(printf 'x%.0s' {1..70})
printf '%s\r\n' 'From: ann@example.com' 'Subject:  two blanks' "Message-ID: <$long@example.com>" '' 'hello' > message
cat > server.py <<'PYTHON'
import socket

with open('message', 'rb') as file:
    message = file.read()
with socket.create_server(('127.0.0.1', 0)) as listening:
    with open('port', 'w') as file:
        file.write(f'{listening.getsockname()[1]}\n')
    listening.settimeout(60)
    client, _ = listening.accept()
answers = {
    b'STAT': b'1 %d' % len(message), b'LIST': b'\r\n1 %d\r\n.' % len(message), b'UIDL': b'\r\n1 a\r\n.',
    b'RETR': b'\r\n' + message + b'.', b'CAPA': b'\r\nUIDL\r\n.'}
with client, client.makefile('rwb') as stream:
    stream.write(b'+OK\r\n')
    stream.flush()
    for line in stream:
        command, *arguments = line.split()
        one = b'1 a' if command == b'UIDL' and arguments else b'1 %d' % len(message) if command == b'LIST' and arguments else None
        stream.write(b'+OK ' + (one or answers.get(command.upper(), b'')) + b'\r\n')
        stream.flush()
PYTHON
python3 server.py &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
for _ in {1..100}; do [ -s port ] || sleep 0.1; done
printf '[retriever]\ntype = SimplePOP3Retriever\nserver = 127.0.0.1\nport = %s\nusername = u\npassword = p\n' "$(cat port)" > getmailrc
printf '[destination]\ntype = MDA_external\npath = /usr/bin/tee\narguments = ("%s/fetched",)\n' "$work" >> getmailrc
printf 'allow_root_commands = true\n[options]\nverbose = 0\n' >> getmailrc
HOME=$work PYTHONPATH=$work/unpacked/usr/lib/python3/dist-packages python3 unpacked/usr/bin/getmail --getmaildir "$work" > log 2>&1 || cat log
echo 'getmail6 6.18.11'
fields() { tr -d '\r' | sed -n '/^From/,/^$/p' | grep -v '^From\|^$' | sed 's/xxx*/x.../' | tr '\n' '|'; }
seen=$(fields < fetched)
printf 'standard: %s\nseen:     %s\n' "$(fields < message)" "$seen"
[ "$seen" = 'Subject: two blanks|Message-ID: | <x...@example.com>|' ]
