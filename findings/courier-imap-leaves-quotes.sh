#!/usr/bin/env bash
# Expected: an IMAP server gives "john doe"@example.com in an envelope as the mailbox john doe: without the quotes, which
# are how a header writes it; the client quotes it again where it needs to.
# Courier leaves the quotes and backslashes in: the client quotes them once more, or takes them for letters of the name,
# and writes to a mailbox that is not there. Dovecot gives john doe.
# RFC 3501 section 9 (addr-mailbox: the local part "after removing [RFC-2822] quoting"), RFC 9051 section 9.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download courier-imap=5.0.13+1.0.16-3+b6 courier-authlib=0.71.4-1+b2 libcourier-unicode4=2.1.2-2+b2 libgamin0 libgdbm6 libglib2.0-0 libidn12 \
  libltdl7 libpcre3 libssl3 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* "$work"/unpacked/usr/lib | tr ' ' ':')
mkdir -p mail/cur mail/new mail/tmp
printf '%b' 'From: "john doe"@example.com\nTo: bob@example.com\nSubject: hello\n\nhello\n' | sed 's/$/\r/' > mail/cur/1700000001.M1P1.host:2,S
answer=$(printf '1 SELECT INBOX\r\n2 FETCH 1 (ENVELOPE)\r\n3 LOGOUT\r\n' | LD_LIBRARY_PATH=$libraries IMAP_CAPABILITY=IMAP4rev1 \
  AUTHENTICATED=user MAILDIR=$work/mail unpacked/usr/bin/imapd "$work/mail" 2> /dev/null | tr -d '\r')
seen=$(echo "$answer" | sed -n 's/.*"hello" ((NIL NIL \([^)]*\))).*/\1/p' | head -n 1)
echo 'courier-imap 5.0.13'
printf 'From: "john doe"@example.com\n  standard: "john doe" "example.com"\n  seen:     %s\n' "$seen"
[ "$seen" = '"\"john doe\"" "example.com"' ]
