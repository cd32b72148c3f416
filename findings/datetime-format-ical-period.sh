#!/usr/bin/env bash
# Expected: a period of iCalendar is a start and an end, or a start and how long it takes: .../20261128T110000Z or .../PT1H.
# DateTime::Format::ICal reads the first form and raises for the second, though it reads PT1H where that stands alone.
# Answers that say when somebody is busy, and extra dates of a series, may come in either form. Somebody who
# is busy all day looks free to a program that goes on, and the meeting is put there.
# RFC 5545 section 3.3.9 (period-explicit and period-start), sections 3.8.2.6 and 3.8.5.2 where they stand.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libdatetime-format-ical-perl=0.09-3 libdatetime-event-ical-perl=0.13-2 libdatetime-event-recurrence-perl libdatetime-set-perl \
  libset-infinite-perl libdatetime-perl=2:1.59-1 libdatetime-locale-perl libdatetime-timezone-perl libparams-validate-perl \
  libparams-validationcompiler-perl libspecio-perl libnamespace-autoclean-perl libnamespace-clean-perl libb-hooks-endofscope-perl \
  libmodule-implementation-perl libmodule-runtime-perl libpackage-stash-perl libsub-identify-perl libtry-tiny-perl libeval-closure-perl \
  libdevel-stacktrace-perl libexception-class-perl libclass-data-inheritable-perl libclass-singleton-perl libmro-compat-perl \
  libfile-sharedir-perl libclass-inspector-perl libvariable-magic-perl libsub-exporter-progressive-perl librole-tiny-perl libxstring-perl \
  libdist-checkconflicts-perl libsub-quote-perl libclone-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use DateTime::Format::ICal;

my $changed = 0;
print "DateTime::Format::ICal $DateTime::Format::ICal::VERSION\n";
for my $case (['20261128T100000Z/20261128T110000Z', '10:00 to 11:00'], ['20261128T100000Z/PT1H', 'raised: Invalid iCal datetime string (PT1H)']) {
  my ($text, $known) = @$case;
  my $seen = eval { my $span = DateTime::Format::ICal->parse_period($text); $span->start->strftime('%H:%M to ') . $span->end->strftime('%H:%M') }
    // 'raised: ' . ($@ =~ /^(.*)/)[0];
  print "$text\n  standard: 10:00 to 11:00\n  seen:     $seen\n";
  $changed = 1 if $seen ne $known;
}
my $hour = DateTime::Format::ICal->parse_duration('PT1H')->in_units('minutes');
print "PT1H alone: $hour minutes\n";
exit($changed || $hour != 60 ? 1 : 0);
PERL
PERL5LIB=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':') perl run.pl
