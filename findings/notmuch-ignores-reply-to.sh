#!/usr/bin/env bash
# Expected: notmuch reply --reply-to=sender goes to Reply-To where the author gives one.
# It goes to From as soon as the address of Reply-To stands in To or Cc, too: it takes that for the doing of a list, of
# which its manual says nothing. An author who asks for answers to the desk, and sends the desk a copy, gets them alone;
# with aliases for correspondents the answer leaves by another alias than was asked for.
# RFC 5322 section 3.6.2 (Reply-To says where the author suggests that replies be sent).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download notmuch=0.37-1+b1 libnotmuch5=0.37-1+b1 libgmime-3.0-0=3.2.13+dfsg-2 libxapian30 libsexp1 libtalloc2 libgpgme11 libassuan0 \
  libgpg-error0 libglib2.0-0 libidn2-0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work NOTMUCH_CONFIG=$work/settings
printf '[database]\npath=%s/mail\n[user]\nname=Owner\nprimary_email=owner@example.org\n' "$work" > settings
mkdir -p mail/cur mail/new mail/tmp
message() {
  printf '%s\n' 'From: Ann <ann@example.com>' 'Reply-To: desk@example.com' 'To: owner@example.org' "${@:2}" 'Subject: hello' \
    'Date: Sat, 28 Nov 2026 10:00:00 +0000' "Message-ID: <$1@example.com>" '' 'hello' > "mail/cur/$1:2,"
}
message 1
message 2 'Cc: desk@example.com'
"$work/unpacked/usr/bin/notmuch" new > /dev/null 2>&1
answered() { "$work/unpacked/usr/bin/notmuch" reply --reply-to=sender "id:$1@example.com" | sed -n 's/^To: //p'; }
one=$(answered 1)
two=$(answered 2)
echo 'notmuch 0.37'
printf 'Reply-To: desk\n  standard: desk@example.com\n  seen:     %s\n' "$one"
printf 'Reply-To: desk, Cc: desk\n  standard: desk@example.com\n  seen:     %s\n' "$two"
[[ $one = *desk@example.com* ]] && [ "$two" = 'Ann <ann@example.com>' ]
