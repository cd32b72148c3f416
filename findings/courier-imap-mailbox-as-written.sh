#!/usr/bin/env bash
# Expected: the envelope of an IMAP server has the mailbox that an address means, not the way a header writes it:
# "john doe"@example.com is john doe, and an address with umlauts stays one, as with Dovecot.
# Courier treats the address as text of the header. Quotes and backslashes stay, so that the client quotes them once more; of
# an address with umlauts both halves become encoded words, the domain, too. Answers go to mailboxes that are not there.
# RFC 3501 section 9 (addr-mailbox: the local part with its quoting taken off), RFC 2047 section 5 (no encoded word in an
# addr-spec), RFC 6858 section 2.1 (what to give to a client without UTF-8).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download courier-imap=5.0.13+1.0.16-3+b6 courier-authlib=0.71.4-1+b2 libcourier-unicode4=2.1.2-2+b2 libgamin0 libgdbm6 libglib2.0-0 libidn12 \
  libltdl7 libpcre3 libssl3 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* "$work"/unpacked/usr/lib | tr ' ' ':')
mailbox() {
  rm -rf mail
  mkdir -p mail/cur mail/new mail/tmp
  printf 'From: %s\r\nTo: bob@example.com\r\nSubject: hello\r\n\r\nhello\r\n' "$1" > mail/cur/1700000001.M1P1.host:2,S
  printf '1 SELECT INBOX\r\n2 FETCH 1 (ENVELOPE)\r\n3 LOGOUT\r\n' | LD_LIBRARY_PATH=$libraries IMAP_CAPABILITY=IMAP4rev1 \
    AUTHENTICATED=user MAILDIR=$work/mail unpacked/usr/bin/imapd "$work/mail" 2> /dev/null | tr -d '\r' \
    | sed -n 's/.*"hello" ((NIL NIL \([^)]*\))).*/\1/p' | head -n 1
}
one=$(mailbox '"john doe"@example.com')
two=$(mailbox 'jörg@bücher.example')
echo 'courier-imap 5.0.13'
printf 'From: "john doe"@example.com\n  standard: "john doe" "example.com"\n  seen:     %s\n' "$one"
printf 'From: jörg@bücher.example\n  standard: no encoded word\n  seen:     %s\n' "$two"
[ "$one" = '"\"john doe\"" "example.com"' ] && [ "$two" = '"=?utf-8?B?asO2cmc=?=" "=?utf-8?Q?b=C3=BCcher.example?="' ]
