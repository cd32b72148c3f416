#!/usr/bin/env bash
# Expected: a Sieve reject sends a report whose Reporting-UA names the program that refused, with its server in front, if anything.
# Pigeonhole writes the letters of its own format: "Reporting-UA: %s; Dovecot Mail Delivery Agent: NAME".
# Whoever counts refusals by the server that made them finds one called "%s".
# RFC 5429 section 2.2.1 (a reject is a report of RFC 3798), RFC 3798 section 3.2.1 (the name of the host, then of the product) and
# RFC 8098 section 3.2.1, which follows it (what made the report; a host is no longer asked for).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
. "$(dirname "$0")/heads/pigeonhole.sh"
printf 'require "reject";\nreject "No, thank you.";\n' > rules.sieve
printf 'From: ann@example.org\nTo: bob@example.com\nSubject: s\nMessage-ID: <1@example.org>\n\nx\n' > message
"$work/unpacked/usr/bin/sieve-test" -e -f ann@example.org -r bob@example.com -a bob@example.com rules.sieve message \
  > report 2> log || cat log
seen=$(sed -n 's/^Reporting-UA: \([^:]*\):.*/\1/p' report | tr -d '\r')
echo 'Pigeonhole 0.5.19'
printf 'the host in Reporting-UA\n  standard: example.com\n  seen:     %s\n' "$seen"
[ "$seen" = '%s; Dovecot Mail Delivery Agent' ]
