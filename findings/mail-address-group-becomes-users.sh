#!/usr/bin/env bash
# Expected: a group without members, as blind copies have it in To, gives no address; a group with members gives these.
# Mail::Address (MailTools) knows no groups: "undisclosed-recipients:;" is the local user "undisclosed-recipients:",
# and the first member of "Team: ..." is "Team:ann@...". Its reply to all is sent to both.
# Forwarded newsletters and blind copies have such fields: the answer goes to users that nobody has.
# RFC 5322 section 3.4 (group, whose list may be empty).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmailtools-perl=2.21-2 libtimedate-perl=2.3300-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::Address;
use Mail::Internet;

my @cases = (
  ['undisclosed-recipients:;', '', 'undisclosed-recipients:'],
  ['Team: ann@example.com, bob@example.com;', 'ann@example.com bob@example.com', 'Team:ann@example.com bob@example.com'],
);
my $changed = 0;
print "MailTools $Mail::Address::VERSION\n";
for my $case (@cases) {
  my ($field, $standard, $known) = @$case;
  my $seen = join(' ', map { $_->address } Mail::Address->parse($field));
  my @message = map { "$_\n" } 'From: dan@example.org', "To: $field", 'Subject: hello', 'Message-ID: <1@example.org>', '', 'hello';
  chomp(my $cc = Mail::Internet->new(\@message)->reply(ReplyAll => 1)->head->get('Cc'));
  my $copies = join(' ', sort split /, /, $cc);
  print "$field\n  standard: $standard\n  seen:     $seen\n  Cc of a reply to all: $copies\n";
  $changed = 1 if $seen ne $known || $copies ne $known;
}
exit $changed;
PERL
PERL5LIB="$work/unpacked/usr/share/perl5" perl run.pl
