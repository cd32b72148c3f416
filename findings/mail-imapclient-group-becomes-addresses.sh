#!/usr/bin/env bash
# Expected: to_addresses of an ENVELOPE gives the members of a group, and not the marks that stand round them.
# Mail::IMAPClient makes addresses of the marks: "Team: bob@...;" is Team@NIL, bob@... and NIL@NIL, and a message to
# undisclosed recipients has two. Whoever answers, copies or counts by it writes to a domain "NIL".
# RFC 3501 section 7.4.2 (an address without a host is the start of a group, one without mailbox, too, is its end).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-imapclient-perl=3.43-1 libparse-recdescent-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::IMAPClient;
use Mail::IMAPClient::BodyStructure;

my $ann = '((NIL NIL "ann" "example.com"))';
sub recipients {
  my ($list) = @_;
  my $envelope = "* 1 FETCH (ENVELOPE (\"Sat, 28 Nov 2026 10:00:00 +0000\" \"hello\" $ann $ann $ann ($list) NIL NIL NIL \"<1\@example.com>\"))";
  return join(' ', Mail::IMAPClient::BodyStructure::Envelope->new($envelope)->to_addresses);
}
my @cases = (
  ['bob@example.org', '<bob@example.org>', '<bob@example.org>', '(NIL NIL "bob" "example.org")'],
  ['Team: bob@example.org;', '<bob@example.org>', '<Team@NIL> <bob@example.org> <NIL@NIL>',
    '(NIL NIL "Team" NIL)(NIL NIL "bob" "example.org")(NIL NIL NIL NIL)'],
  ['undisclosed-recipients:;', '', '<undisclosed-recipients@NIL> <NIL@NIL>', '(NIL NIL "undisclosed-recipients" NIL)(NIL NIL NIL NIL)'],
);
print "Mail::IMAPClient $Mail::IMAPClient::VERSION\n";
my $changed = 0;
for my $case (@cases) {
  my ($what, $standard, $known, $list) = @$case;
  my $seen = recipients($list);
  print "$what\n  standard: $standard\n  seen:     $seen\n";
  $changed = 1 if $seen ne $known;
}
exit $changed;
PERL
PERL5LIB="$work/unpacked/usr/share/perl5" perl run.pl
