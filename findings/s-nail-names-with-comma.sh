#!/usr/bin/env bash
# Expected: s-nail -t, which reads its addresses from the message, writes a name that was encoded encoded again, or quoted.
# It writes the comma of "Doe, Ann" bare: as ASCII the name becomes two recipients, "Doe" and "Ann <...>", and in
# encoded words, too, a comma is no sign that may stand there. The envelope is right, so nobody notices.
# Each answer to all goes to a local user "Doe" as well.
# RFC 5322 section 3.2.3 (a comma needs quotes), RFC 2047 section 5 (3) (what a word within a phrase may hold).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download s-nail=14.9.24-2 libidn2-0 libgssapi-krb5-2 libkrb5-3 libk5crypto3 libkrb5support0 libkeyutils1 libcom-err2 libssl3 \
  libtinfo6 libunistring2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > send <<'SH'
#!/bin/sh
grep '^To:' > "${0%/*}/field"
SH
chmod +x send
printf 'set v15-compat mta=%s/send sendwait from=ann@example.com ttycharset=utf-8\n' "$work" > settings
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work MAILRC=$work/settings LC_ALL=C.UTF-8
written() {
  printf 'To: %s <ann@example.org>\nSubject: hello\n\nhello\n' "$1" | "$work/unpacked/usr/bin/s-nail" -t
  sed 's/^To: //' field
}
one=$(written '"Doe, Ann"')
two=$(written '=?utf-8?Q?Doe=2C_Ann?=')
three=$(written '=?utf-8?Q?M=C3=BCller=2C_Ann?=')
echo 's-nail 14.9.24'
printf '"Doe, Ann"\n  standard: "Doe, Ann" <...>\n  seen:     %s\n' "$one"
printf 'Doe, Ann, encoded\n  standard: "Doe, Ann" <...>, or encoded with =2C\n  seen:     %s\n' "$two"
printf 'Müller, Ann, encoded\n  standard: encoded with =2C\n  seen:     %s\n' "$three"
[ "$one" = '"Doe, Ann" <ann@example.org>' ] && [ "$two" = 'Doe, Ann <ann@example.org>' ] && [[ $three =~ ^=\?utf-8\?Q\?M=C3=BCller, ]]
