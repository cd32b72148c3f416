#!/usr/bin/env bash
# Expected: a Sieve reject sends a report whose Reporting-UA names the server and the program that refused.
# Pigeonhole writes the letters of its own format: "Reporting-UA: %s; Dovecot Mail Delivery Agent: NAME".
# Whoever counts refusals by the server that made them finds one called "%s".
# RFC 8098 section 3.2.1 (ua-name is the name of the host or user), RFC 5429 section 2.1.2 (such reports follow it).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
. "$(dirname "$0")/heads/pigeonhole.sh"
printf 'require "reject";\nreject "No, thank you.";\n' > rules.sieve
printf 'From: ann@example.org\nTo: bob@example.com\nSubject: s\nMessage-ID: <1@example.org>\n\nx\n' > message
"$work/unpacked/usr/bin/sieve-test" -c dovecot.conf -e -f ann@example.org -r bob@example.com -a bob@example.com rules.sieve message \
  > report 2> log || cat log
seen=$(sed -n 's/^Reporting-UA: \([^:]*\):.*/\1/p' report | tr -d '\r')
echo 'Pigeonhole 0.5.19'
printf 'the host in Reporting-UA\n  standard: example.com\n  seen:     %s\n' "$seen"
[ "$seen" = '%s; Dovecot Mail Delivery Agent' ]
