#!/usr/bin/env bash
# Expected: what a parser calls the format of RFC 2822, and its strict mode, is what that standard writes down.
# DateTime::Format::Mail, strict unless asked otherwise, raises for a time without seconds and for the name of the zone in a comment
# behind the offset. The standard has both, and many programs write (CET) there.
# Mail of half the world "has no date": an archive or a list that sorts by it loses the message, or puts it to 1970.
# RFC 5322 section 3.3 (":" second is optional, CFWS may end a date-time), as in RFC 2822 before.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libdatetime-format-mail-perl=0.4030-3 libdatetime-perl=2:1.59-1 libdatetime-locale-perl libdatetime-timezone-perl \
  libparams-validate-perl libparams-validationcompiler-perl libspecio-perl libnamespace-autoclean-perl libnamespace-clean-perl \
  libb-hooks-endofscope-perl libmodule-implementation-perl libmodule-runtime-perl libpackage-stash-perl libsub-identify-perl libtry-tiny-perl \
  libeval-closure-perl libdevel-stacktrace-perl libexception-class-perl libclass-data-inheritable-perl libclass-singleton-perl libmro-compat-perl \
  libfile-sharedir-perl libclass-inspector-perl libvariable-magic-perl libsub-exporter-progressive-perl librole-tiny-perl libxstring-perl \
  libdist-checkconflicts-perl libsub-quote-perl libclone-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use DateTime::Format::Mail;

my $loose = DateTime::Format::Mail->new;
$loose->loose;
sub hour {
  my ($parser, $text) = @_;
  return eval { $parser->parse_datetime($text)->strftime('%H:%M') } // 'raised: ' . ($@ =~ /^(.*?) at /)[0];
}
my $changed = 0;
print "DateTime::Format::Mail $DateTime::Format::Mail::VERSION\n";
for my $case (['Sat, 28 Nov 2026 10:00:00 +0100', '10:00'], ['Sat, 28 Nov 2026 10:00 +0100', 'raised: Invalid format for date!'],
  ['Sat, 28 Nov 2026 10:00:00 +0100 (CET)', 'raised: Invalid format for date!']) {
  my ($text, $known) = @$case;
  my ($seen, $other) = (hour(DateTime::Format::Mail->new, $text), hour($loose, $text));
  print "$text\n  standard: 10:00\n  seen:     $seen\n  loose:    $other\n";
  $changed = 1 if $seen ne $known || $other ne '10:00';
}
exit $changed;
PERL
PERL5LIB=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':') perl run.pl
