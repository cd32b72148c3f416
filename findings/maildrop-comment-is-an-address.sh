#!/usr/bin/env bash
# Expected: getaddr of maildrop gives the addresses of a field, and no words of its comments.
# A comment behind an address in angle brackets becomes more addresses, one for each word. Before the brackets, or behind an address
# without them, it is left out, as it should be.
# A filter that forwards to all that getaddr gives, or answers them, writes to the users "work" and "office" of its own host. Keep
# only the lines that have an @.
# RFC 5322 section 3.4 (angle-addr ends with CFWS), section 3.2.2 (comments are no part of an address).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download maildrop=2.9.3-2.1 libcourier-unicode4=2.1.2-2+b2 courier-authlib=0.71.4-1+b2 libpcre3=2:8.39-15 libgdbm6 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
# Where it may act for others, the loader asks nobody for its libraries.
chmod a-s unpacked/usr/bin/maildrop
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH HOME=$work
cat > rules <<'RULES'
/^From:[[:space:]]*(.*)/:h
ADDRESSES=getaddr($MATCH1)
echo "$ADDRESSES"
exit
RULES
chmod 600 rules
addresses() {
  printf 'From: %s\nSubject: hello\n\nhello\n' "$1" | unpacked/usr/bin/maildrop rules | xargs
}
echo 'maildrop 2.9.3'
changed=0
while IFS='|' read -r field standard known; do
  seen=$(addresses "$field")
  printf '%s\n  standard: %s\n  seen:     %s\n' "$field" "$standard" "$seen"
  [ "$seen" = "$known" ] || changed=1
done << 'FIELDS'
ann@example.com (work)|ann@example.com|ann@example.com
Ann (work) <ann@example.com>|ann@example.com|ann@example.com
Ann <ann@example.com> (work)|ann@example.com|ann@example.com work
<ann@example.com> (the office), bob@example.org|ann@example.com bob@example.org|ann@example.com the office bob@example.org
FIELDS
exit $changed
