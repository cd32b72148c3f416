#!/usr/bin/env bash
# Expected: mail -t of GNU Mailutils, which takes a finished message, leaves the encoded names of its recipients as they are.
# It puts each into quotes, where no reader decodes it: who gets the message sees "=?utf-8?Q?J=C3=B6rg?=" for a name,
# and address books learn it. The subject is kept.
# Scripts that hand on messages use it as they use sendmail -t.
# RFC 2047 section 5 (an encoded word must not appear within a quoted-string).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mailutils=1:3.15-4 libmailutils9=1:3.15-4 mailutils-common=1:3.15-4 libgsasl18 libgssglue1 libidn12 libidn2-0 libntlm0 \
  libldap-2.5-0 libsasl2-2 libreadline8 libncurses6 libtinfo6 libpython3.11 libgc1 libgdbm6 libkyotocabinet16v5 libmariadb3 libpq5 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > send <<'SH'
#!/bin/sh
cat > "${0%/*}/message"
SH
chmod +x send
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/usr/lib/*-linux-gnu*/mailutils | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work LC_ALL=C.UTF-8
name='=?utf-8?Q?J=C3=B6rg?='
printf 'From: ann@example.com\nTo: %s <joerg@example.org>\nSubject: %s\n\nhello\n' "$name" "$name" \
  | "$work/unpacked/usr/bin/mail.mailutils" --no-config -E "set sendmail=sendmail:$work/send" -t
to=$(sed -n 's/^To: //p' message)
subject=$(sed -n 's/^Subject: //p' message)
echo 'GNU Mailutils 3.15'
printf 'To\n  standard: %s <joerg@example.org>\n  seen:     %s\n' "$name" "$to"
printf 'Subject\n  standard: %s\n  seen:     %s\n' "$name" "$subject"
[ "$to" = "\"$name\" <joerg@example.org>" ] && [ "$subject" = "$name" ]
