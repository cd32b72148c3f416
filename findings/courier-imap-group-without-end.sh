#!/usr/bin/env bash
# Expected: an IMAP server gives a group in To as its name, its members, and a mark that says where it ends.
# Courier gives the same empty mark for both, without the name: a group begins, and where it should end a second one
# begins that never does. A client takes who stands behind for a member; nobody sees "Team" or "undisclosed-recipients".
# RFC 3501 section 7.4.2 (ENVELOPE: a mailbox of NIL ends a group, another one is its name), RFC 9051 section 7.5.2.
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
message='From: ann@example.com\nTo: Team: bob@example.com;, dan@example.net\nCc: undisclosed-recipients:;\nSubject: hello\n\nhello\n'
printf '%b' "$message" | sed 's/$/\r/' > mail/cur/1700000001.M1P1.host:2,S
answer=$(printf '1 SELECT INBOX\r\n2 FETCH 1 (ENVELOPE)\r\n3 LOGOUT\r\n' | LD_LIBRARY_PATH=$libraries IMAP_CAPABILITY=IMAP4rev1 \
  AUTHENTICATED=user MAILDIR=$work/mail unpacked/usr/bin/imapd "$work/mail" 2> /dev/null | tr -d '\r')
seen=$(echo "$answer" | sed -n 's/.*"ann" "example.com")) \(((NIL.*)) \)NIL NIL NIL))$/\1/p')
echo 'courier-imap 5.0.13'
echo 'To: Team: bob@example.com;, dan@example.net, Cc: undisclosed-recipients:;'
echo '  standard: ((NIL NIL "Team" NIL)(NIL NIL "bob" "example.com")(NIL NIL NIL NIL)(NIL NIL "dan" "example.net"))'
echo '            ((NIL NIL "undisclosed-recipients" NIL)(NIL NIL NIL NIL))'
echo "  seen:     $seen"
[ "$seen" = '((NIL NIL "" NIL)(NIL NIL "bob" "example.com")(NIL NIL "" NIL)(NIL NIL "dan" "example.net")) ((NIL NIL "" NIL)(NIL NIL "" NIL)) ' ]
