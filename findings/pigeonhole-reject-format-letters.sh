#!/usr/bin/env bash
# Expected: a Sieve reject sends a report whose Reporting-UA names the server and the program that refused.
# Pigeonhole writes the letters of its own format: "Reporting-UA: %s; Dovecot Mail Delivery Agent: NAME".
# Whoever counts refusals by the server that made them finds one called "%s".
# RFC 8098 section 3.2.1 (ua-name is the name of the host or user), RFC 5429 section 2.1.2 (such reports follow it).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
version=1:2.3.19.1+dfsg1-2.1+deb12u6
apt-get -qq download dovecot-core=$version dovecot-sieve=$version libexttextcat-2.0-0 libsodium23 libstemmer0d liblua5.3-0 libssl3 libicu72 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* "$work"/unpacked/usr/lib/dovecot | tr ' ' ':')
export LD_LIBRARY_PATH LC_ALL=C.UTF-8
printf 'mail_location = maildir:%s/mail\nhostname = example.com\npostmaster_address = postmaster@example.com\n' "$work" > dovecot.conf
if [ "$(id -u)" = 0 ]; then printf 'mail_uid = nobody\nmail_gid = nogroup\n' >> dovecot.conf; fi
mkdir -m 777 mail
printf 'require "reject";\nreject "No, thank you.";\n' > rules.sieve
printf 'From: ann@example.org\nTo: bob@example.com\nSubject: s\nMessage-ID: <1@example.org>\n\nx\n' > message
"$work/unpacked/usr/bin/sieve-test" -c dovecot.conf -e -f ann@example.org -r bob@example.com -a bob@example.com rules.sieve message \
  > report 2> log || cat log
seen=$(sed -n 's/^Reporting-UA: \([^:]*\):.*/\1/p' report | tr -d '\r')
echo 'Pigeonhole 0.5.19'
printf 'the host in Reporting-UA\n  standard: example.com\n  seen:     %s\n' "$seen"
[ "$seen" = '%s; Dovecot Mail Delivery Agent' ]
