#!/usr/bin/env bash
# Expected: a parameter value in quotes may hold "=", as the address of a reverse address or of VERP does.
# Data::ICal ends the value at the "=": SENT-BY="mailto:reply=bob@..." becomes mailto:reply, and is written so.
# An invitation that passes through it names a sender that does not exist.
# RFC 5545 section 3.2 (QSAFE-CHAR is all but control characters and DQUOTE) and 3.2.18 (SENT-BY).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libdata-ical-perl=0.24+dfsg-2 libtext-vfile-asdata-perl=0.08-2 libclass-accessor-perl=0.51-2 \
  libclass-accessor-chained-perl=0.01.1~debian-5 libclass-returnvalue-perl=0.55-4 libdevel-stacktrace-perl=2.0400-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Data::ICal;

my $text = join("\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1@example.com',
  'ORGANIZER;SENT-BY="mailto:reply=bob@example.com":mailto:ann@example.com', 'END:VEVENT', 'END:VCALENDAR', '');
my $calendar = Data::ICal->new(data => $text);
my $seen = $calendar->entries->[0]->property('organizer')->[0]->parameters->{'SENT-BY'};
print "Data::ICal $Data::ICal::VERSION\n  standard: mailto:reply=bob\@example.com\n  seen:     $seen\n";
exit($seen eq 'mailto:reply' ? 0 : 1);
PERL
PERL5LIB="$work/unpacked/usr/share/perl5" perl run.pl
