#!/usr/bin/env bash
# Expected: mu, which indexes mail to be searched, finds a message by each address in its From, To and Cc.
# It leaves out who stands in a group: To: Team: bob@example.com; has no recipient, and From: Team: ann@example.com; no sender
# in the list of results. Who looks for all mail of a person before it is answered or erased, misses these.
# RFC 5322 section 3.4 (a group holds mailboxes), RFC 6854 section 2 (in From, too).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download maildir-utils=1.8.14-1 libgmime-3.0-0=3.2.13+dfsg-2 guile-3.0-libs=3.0.8-2 libgc1 libxapian30 libglib2.0-0 libgpgme11 libassuan0 \
  libgpg-error0 libidn2-0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work LC_ALL=C.UTF-8
mkdir -p mail/cur mail/new mail/tmp
message() {
  printf '%s\n' "From: $2" "To: $3" 'Subject: hello' 'Date: Sat, 28 Nov 2026 10:00:00 +0000' "Message-ID: <$1@example.org>" '' 'hello' > "mail/cur/$1:2,"
}
message plain ann@example.com bob@example.com
message group 'Team: ann@example.com;' 'Board: bob@example.com;'
mu() { "$work/unpacked/usr/bin/mu" "$@" 2> /dev/null; }
mu init --maildir="$work/mail" > /dev/null
mu index > /dev/null
found() { mu find --fields i "$1" | sort | paste -sd ' '; }
one=$(found from:ann@example.com)
two=$(found to:bob@example.com)
echo 'mu 1.8.14'
printf 'from:ann@example.com\n  standard: group@example.org plain@example.org\n  seen:     %s\n' "$one"
printf 'to:bob@example.com\n  standard: group@example.org plain@example.org\n  seen:     %s\n' "$two"
[ "$one" = plain@example.org ] && [ "$two" = plain@example.org ] && [ "$(found subject:hello)" = 'group@example.org plain@example.org' ]
