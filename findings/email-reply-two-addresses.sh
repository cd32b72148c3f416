#!/usr/bin/env bash
# Expected: Email::Reply answers to each address of Reply-To, which is a list; in From it may take the first, or both.
# It raises "strange, ... parses to more than one address" for both fields: the answer is never written.
# Mailing lists and shared mailboxes name two addresses in Reply-To; what answers by itself stops at their messages.
# RFC 5322 section 3.6.2 (Reply-To is an address-list, From a mailbox-list).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libemail-reply-perl=1.204-3 libemail-abstract-perl=3.009-2 libemail-address-xs-perl=1.05-1+b1 libemail-date-perl=1.104-4 \
  libemail-date-format-perl=1.008-1 libemail-messageid-perl=1.408-1 libemail-mime-contenttype-perl=1.028-1 libemail-mime-encodings-perl=1.317-1 \
  libemail-mime-perl=1.953-1 libemail-simple-perl=2.218-1 libmodule-pluggable-perl=5.2-4 libmodule-runtime-perl=0.016-2 libmro-compat-perl=0.15-2 \
  libtext-unidecode-perl=1.30-3 libtimedate-perl=2.3300-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Email::Reply;
use Email::Simple;

sub answered {
  my $text = join("\n", @_, 'To: shop@example.org', 'Subject: hello', 'Message-ID: <1@example.com>', '', 'hello', '');
  my $reply = eval { reply(to => Email::Simple->new($text), from => 'shop@example.org') };
  return $reply ? $reply->header('To') : ($@ =~ /parses to more than one address/ ? 'raised' : $@);
}
my @cases = (
  ['one', 'desk@example.com', 'desk@example.com', answered('From: ann@example.com', 'Reply-To: desk@example.com')],
  ['two in Reply-To', 'desk@example.com, ann@example.com', 'raised',
    answered('From: ann@example.com', 'Reply-To: desk@example.com, ann@example.com')],
  ['two in From', 'ann@example.com, bob@example.com', 'raised', answered('From: ann@example.com, bob@example.com', 'Sender: ann@example.com')],
);
print "Email::Reply $Email::Reply::VERSION\n";
my $changed = 0;
for my $case (@cases) {
  my ($what, $standard, $known, $seen) = @$case;
  print "$what\n  standard: $standard\n  seen:     $seen\n";
  $changed = 1 if $seen ne $known;
}
exit $changed;
PERL
PERL5LIB=$(echo "$work/unpacked/usr/share/perl5" "$work"/unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':') perl run.pl
