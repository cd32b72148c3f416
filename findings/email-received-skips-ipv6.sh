#!/usr/bin/env bash
# Expected: who reads Received fields reads those of hosts with an IPv6 address, which stands there as [IPv6:2001:db8::1].
# Email::Received finds nothing in such a field: no host, no address, no id. It says so as it says that a field is no trace at all.
# A trace that is put together from it has holes, the first host outside is taken from a field
# further down, and hops are counted too low. Count the fields oneself, and read an address with its tag.
# RFC 5321 section 4.1.3 (address literals), section 4.4 (they stand in trace information).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libemail-received-perl=1.00-3 libregexp-common-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Email::Received;

my $changed = 0;
print "Email::Received $Email::Received::VERSION\n";
for my $case (['192.0.2.1', '192.0.2.1', '192.0.2.1'], ['IPv6:2001:db8::1', '2001:db8::1', 'nothing']) {
    my ($literal, $standard, $known) = @$case;
    my $field = "from mail.example.com (mail.example.com [$literal]) by mx.example.org (Postfix) with ESMTPS id 4ABC"
        . ' for <bob@example.org>; Sat, 28 Nov 2026 10:00:00 +0000 (UTC)';
    my $read = parse_received($field);
    my $seen = $read ? $read->{ip} : 'nothing';
    print "$field\n  standard: $standard\n  seen:     $seen\n";
    $changed ||= $seen ne $known;
}
exit($changed ? 1 : 0);
PERL
PERL5LIB=unpacked/usr/share/perl5 perl run.pl
