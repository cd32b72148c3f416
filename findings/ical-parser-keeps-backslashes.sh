#!/usr/bin/env bash
# Expected: who reads a calendar undoes the escapes of a text: of `\,` a comma is left, and of `\n` a line break.
# iCal::Parser takes texts as they stand in the file. "Berlin\, room 2\nfirst floor" has its backslashes in titles, places and notes.
# A page or a reminder made with it shows them to people, and a calendar written from it escapes them once more: with each pass there
# are twice as many. Undo the escapes of text values oneself, and of those only.
# RFC 5545 section 3.3.11 (escapes of a text).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libical-parser-perl=1.21-3 libdatetime-perl libdatetime-format-ical-perl libdatetime-event-ical-perl \
  libdatetime-event-recurrence-perl libdatetime-set-perl libdatetime-timezone-perl libdatetime-locale-perl libset-infinite-perl \
  libspecio-perl libparams-validationcompiler-perl libexception-class-perl libclass-data-inheritable-perl libdevel-stacktrace-perl \
  libeval-closure-perl libnamespace-autoclean-perl libnamespace-clean-perl libsub-identify-perl libpackage-stash-perl \
  libmodule-implementation-perl libmodule-runtime-perl libtry-tiny-perl libclass-singleton-perl libb-hooks-endofscope-perl \
  libpackage-stash-xs-perl libvariable-magic-perl librole-tiny-perl libfile-sharedir-perl libclass-inspector-perl libparams-validate-perl \
  libdist-checkconflicts-perl libsub-exporter-progressive-perl libtext-vfile-asdata-perl libclass-accessor-chained-perl \
  libclass-accessor-perl libfreezethaw-perl libio-string-perl libmro-compat-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use iCal::Parser;

my $changed = 0;
print "iCal::Parser $iCal::Parser::VERSION\n";
for my $case (['first floor', 'first floor', 'first floor'], ['Berlin\, room 2', 'Berlin, room 2', 'Berlin\, room 2'], ['a\nb', "a\nb", 'a\nb']) {
    my ($text, $standard, $known) = @$case;
    my $calendar = iCal::Parser->new(start => '20260101', end => '20261231')->parse_strings(join "\r\n",
        qw(BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:1@example.com DTSTAMP:20260101T100000Z DTSTART:20260105T100000Z),
        'DTEND:20260105T110000Z', "SUMMARY:$text", 'END:VEVENT', 'END:VCALENDAR', '');
    my $seen = $calendar->{events}{2026}{1}{5}{'1@example.com'}{SUMMARY};
    s/\n/<line break>/ for $standard, my $shown = $seen;
    print "SUMMARY:$text\n  standard: $standard\n  seen:     $shown\n";
    $changed ||= $seen ne $known;
}
exit($changed ? 1 : 0);
PERL
PERL5LIB=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':') perl run.pl
