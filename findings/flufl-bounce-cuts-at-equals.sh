#!/usr/bin/env bash
# Expected: the bounce reader of Mailman gives the whole address out of Final-Recipient, whatever atext it is made of.
# flufl.bounce ends it at the first "=": for reply=bob=example.org@example.com the mailbox "reply" has failed.
# Reverse addresses, VERP, BATV and SRS are made of "=": lists and forwarders book the failure of an address that
# does not exist, and never that of the one which failed. With "+" the address is whole.
# RFC 3464 section 2.3.2 (Final-Recipient), RFC 5322 section 3.2.3 ("=" is atext).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-flufl.bounce=4.0-3 python3-public=2.3-4 python3-zope.interface=5.5.2-1+b1 python3-pkg-resources 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.py <<'PYTHON'
import email
import sys

from flufl.bounce import all_failures


def failed(address):
    lines = [
        'From: mailer@mx.example.net', 'MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b', '',
        '--b', 'Content-Type: text/plain', '', 'It did not arrive.', '--b', 'Content-Type: message/delivery-status', '',
        'Reporting-MTA: dns; mx.example.net', '', f'Final-Recipient: rfc822; {address}', 'Action: failed', 'Status: 5.1.1', '', '--b--', '']
    return [one.decode() for one in all_failures(email.message_from_string('\r\n'.join(lines)))[1]]


print('flufl.bounce 4.0')
changed = False
for address, known in (('reply+bob@example.com', 'reply+bob@example.com'), ('reply=bob=example.org@example.com', 'reply')):
    seen = failed(address)
    changed = changed or seen != [known]
    print(f'{address}\n  standard: {[address]}\n  seen:     {seen}')
sys.exit(1 if changed else 0)
PYTHON
PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 run.py
