#!/usr/bin/env bash
# Expected: what one library for Authentication-Results writes, another reads.
# Mail::AuthenticationResults takes the quotes from policy.iprev="2001:db8::1" when it writes the field again, and
# authres of Python then refuses the whole field: each verdict behind and before the IPv6 address is gone.
# The results of the first hop are copied by forwarders (ARC does so): one reader on the way needs the quotes.
# RFC 8601 section 2.2 (pvalue, a value), RFC 2045 section 5.1 (a token has no ":", so it has to be quoted).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-authenticationresults-perl=2.20230112-1 libclone-perl=0.46-1 libjson-perl=4.10000-1 python3-authres=1.2.0-3 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
given='mx.example.com; iprev=pass policy.iprev="2001:db8::1"; spf=pass smtp.mailfrom=example.com'
cat > rewrite.pl <<'PERL'
use strict;
use warnings;
use Mail::AuthenticationResults::Parser;

my $written = Mail::AuthenticationResults::Parser->new->parse($ARGV[0])->as_string;
$written =~ s/\s+/ /g;
print $written;
PERL
cat > read.py <<'PYTHON'
import sys

import authres

try:
    print(len(authres.AuthenticationResultsHeader.parse('Authentication-Results: ' + sys.argv[1]).results), end='')
except authres.AuthResError as error:
    print('refused', end='')
PYTHON
export PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages"
written=$(PERL5LIB="$work/unpacked/usr/share/perl5:$(echo "$work"/unpacked/usr/lib/*/perl5/5.36)" perl rewrite.pl "$given")
first=$(python3 read.py "$given")
second=$(python3 read.py "$written")
echo "Mail::AuthenticationResults 2.20230112, authres 1.2.0"
printf 'written anew\n  standard: %s\n  seen:     %s\n' "$given" "$written"
printf 'results that authres reads, before and after\n  standard: 2 and 2\n  seen:     %s and %s\n' "$first" "$second"
[ "$first" = 2 ] && [ "$second" = refused ] && [[ $written == *'policy.iprev=2001:db8::1;'* ]]
