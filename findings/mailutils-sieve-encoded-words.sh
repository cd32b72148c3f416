#!/usr/bin/env bash
# Expected: a Sieve script that looks for "café" finds a subject with that word, however the subject is encoded.
# The interpreter of GNU Mailutils compares the raw field: it matches "=?utf-8?Q?caf", and never "café".
# Filters that a person moves from another server stay silent for each name and subject outside ASCII.
# RFC 5228 section 2.7.2 (encoded words should be decoded before they are compared).
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
printf 'From ann@example.com Thu Jan  1 00:00:00 2026\nFrom: ann@example.com\nSubject: =?utf-8?Q?caf=C3=A9?= tomorrow\n\nx\n' > mbox
found() {
  printf 'if header :contains "subject" "%s" { discard; }\n' "$1" > script.sieve
  "$work/unpacked/usr/bin/sieve" --no-config -n -v -f "$work/mbox" script.sieve 2>&1 | grep -q DISCARD && echo yes || echo no
}
echo 'GNU Mailutils 3.15'
all=''
for words in 'tomorrow yes' 'café yes' '=?utf-8?Q?caf no'; do
  seen=$(found "${words% *}")
  printf '"%s" is in the subject\n  standard: %s\n  seen:     %s\n' "${words% *}" "${words##* }" "$seen"
  all+="$seen "
done
[ "$all" = 'yes no yes ' ]
