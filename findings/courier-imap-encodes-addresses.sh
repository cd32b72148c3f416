#!/usr/bin/env bash
# Expected: an IMAP server gives a client that knows no umlauts something for an address with umlauts that cannot be taken
# for another address, or gives it as it is, as Dovecot does.
# Courier makes encoded words of both halves: the mailbox is =?utf-8?B?...?=, and so is the domain. Encoded words are
# for names only: an answer goes to a mailbox of that name, at a domain that cannot be.
# RFC 2047 section 5 (an encoded word MUST NOT stand in any part of an addr-spec), RFC 6858 section 2 (what to give).
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
printf '%b' 'From: jörg@bücher.example\nTo: bob@example.com\nSubject: hello\n\nhello\n' | sed 's/$/\r/' > mail/cur/1700000001.M1P1.host:2,S
answer=$(printf '1 SELECT INBOX\r\n2 FETCH 1 (ENVELOPE)\r\n3 LOGOUT\r\n' | LD_LIBRARY_PATH=$libraries IMAP_CAPABILITY=IMAP4rev1 \
  AUTHENTICATED=user MAILDIR=$work/mail unpacked/usr/bin/imapd "$work/mail" 2> /dev/null | tr -d '\r')
seen=$(echo "$answer" | sed -n 's/.*"hello" ((NIL NIL \([^)]*\))).*/\1/p' | head -n 1)
echo 'courier-imap 5.0.13'
printf 'From: jörg@bücher.example\n  standard: no encoded word\n  seen:     %s\n' "$seen"
[ "$seen" = '"=?utf-8?B?asO2cmc=?=" "=?utf-8?Q?b=C3=BCcher.example?="' ]
