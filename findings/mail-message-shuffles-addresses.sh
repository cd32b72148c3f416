#!/usr/bin/env bash
# Expected: the addresses of a To or From field come in the order in which they stand there.
# Mail::Message (Mail::Box) keeps them in a hash: one field gives another first address from run to run, in no order that
# anybody chose. Who answers the first, takes it for the author or compares two copies of a message gets one result
# in tests and another at the customer's.
# RFC 5322 sections 3.4 (addresses stand in a list) and 3.6.2 (several authors). It gives the order no meaning, and a reader none to make.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-message-perl=3.012-1 libuser-identity-perl=1.01-1 libmailtools-perl=2.21-2 libmime-types-perl=2.24-1 libtimedate-perl=2.3300-2 \
  libio-stringy-perl liburi-perl libregexp-ipv6-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::Message::Field::Full;

my $field = Mail::Message::Field::Full->new(To => 'ann@example.com, bob@example.com, carl@example.com');
print join(' ', map { $_->address } $field->addresses), "\n";
PERL
orders() { for seed in $(seq 24); do PERL_HASH_SEED=$seed PERL5LIB=unpacked/usr/share/perl5 perl run.pl; done | sort -u; }
seen=$(orders)
echo 'Mail::Message 3.012'
echo 'To: ann@example.com, bob@example.com, carl@example.com, in 24 runs'
echo '  standard: ann@example.com bob@example.com carl@example.com'
while read -r order; do echo "  seen:     $order"; done <<< "$seen"
[ "$(cut -d ' ' -f 1 <<< "$seen" | sort -u | wc -l)" -gt 1 ]
