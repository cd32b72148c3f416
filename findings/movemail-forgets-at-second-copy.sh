#!/usr/bin/env bash
# Expected: GNU movemail, which copies mail from Maildir to Maildir, keeps which messages were read and which were answered.
# The first copy has the letters of each message. From the second on, be it of the first copy or of the same Maildir once more,
# S (seen) is gone, and R (replied) has become S: as soon as there is the file of UIDs that it leaves in a Maildir, it takes the
# letters for others. What is copied each night, or moved twice, is unread, thousands of messages at once, and what was
# answered shows as read only.
# The letters are those of the Maildir format (cr.yp.to/proto/maildir.html).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mailutils=1:3.15-4 libmailutils9=1:3.15-4 libgsasl18 libgssapi-krb5-2 libgssglue1 libidn12 libk5crypto3 libkeyutils1 \
  libkrb5-3 libkrb5support0 libldap-2.5-0 libltdl7 libmariadb3 libntlm0 libpq5 libsasl2-2 libssl3 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH LC_ALL=C.UTF-8
copied() {
  unpacked/usr/bin/movemail.mailutils -p "maildir:$work/$1" "maildir:$work/$2" 2> /dev/null
  find "$2/cur" "$2/new" -type f | sed 's/.*:2,//'
}
echo 'GNU Mailutils 3.15'
all=''
for letters in F S R; do
  rm -rf old first second
  mkdir -p old/{cur,new,tmp}
  printf 'From: ann@example.com\nSubject: s\nDate: Fri, 20 Nov 2026 10:00:00 +0100\n\nx\n' > "old/cur/1795165200.a:2,$letters"
  first=$(copied old first)
  second=$(copied first second)
  printf '%s\n  standard: %s, then %s\n  seen:     %s, then %s\n' "$letters" "$letters" "$letters" "$first" "${second:-none}"
  all+="$first$second|"
done
[ "$all" = 'FF|S|RS|' ]
