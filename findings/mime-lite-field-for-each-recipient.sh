#!/usr/bin/env bash
# Expected: a composer that takes a list of recipients writes one To field with commas.
# MIME::Lite writes a To field for each of them, and a Cc for each copy. A message may have one of either.
# Large receivers refuse such messages; others read the first field or the last only, so that an answer to all leaves people out,
# and a forwarder that changes To changes one of them. For one recipient, as in a test, all is well.
# RFC 5322 section 3.6 (To and Cc occur at most once).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmime-lite-perl=3.033-1 libmime-types-perl libemail-date-format-perl libmailtools-perl libtimedate-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use MIME::Lite;

my $changed = 0;
print "MIME::Lite $MIME::Lite::VERSION\n";
for my $case ([['ann@example.com'], 1], [['ann@example.com', 'bob@example.org'], 2]) {
  my ($recipients, $known) = @$case;
  my $text = MIME::Lite->new(From => 'desk@example.com', To => $recipients, Subject => 'hello', Data => 'hello')->as_string;
  my @fields = $text =~ /^(To: .*)$/mg;
  print 'to ', join(' and ', @$recipients), "\n  standard: To: ", join(', ', @$recipients), "\n  seen:     ", join("\n            ", @fields), "\n";
  $changed = 1 if @fields != $known;
}
exit $changed;
PERL
PERL5LIB=unpacked/usr/share/perl5 perl run.pl
