#!/usr/bin/env bash
# Expected: the reply to an encoded subject has an encoded subject again.
# Email::Reply decodes it and writes the letters as they are: "ö" is one octet of Latin-1 in a message that names no
# charset; of "Š", which Latin-1 has not, as_string gives a character instead of octets, and warns.
# Servers without SMTPUTF8 may refuse the message, and readers show a question mark for the letter.
# RFC 2047 section 1 and 5 (header fields are ASCII), RFC 6532 section 3 (UTF-8 at most, and never Latin-1).
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

local $SIG{__WARN__} = sub { };
sub subject {
  my $text = join("\n", 'From: ann@example.com', 'To: shop@example.org', "Subject: $_[0]", 'Message-ID: <1@example.com>', '', 'hello', '');
  my $written = reply(to => Email::Simple->new($text), from => 'shop@example.org')->as_string;
  my ($line) = $written =~ /^Subject: ([^\r\n]*)/m;
  return join('', map { ord() > 126 ? sprintf('<%X>', ord()) : $_ } split //, $line);
}
my @cases = (
  ['=?utf-8?Q?J=C3=B6rg?=', 'Re: J<F6>rg'],
  ['=?utf-8?Q?=C5=A0kola?=', 'Re: <160>kola'],
);
print "Email::Reply $Email::Reply::VERSION\n";
my $changed = 0;
for my $case (@cases) {
  my ($given, $known) = @$case;
  my $seen = subject($given);
  print "$given\n  standard: ASCII, with an encoded word\n  seen:     $seen\n";
  $changed = 1 if $seen ne $known;
}
exit $changed;
PERL
PERL5LIB=$(echo "$work/unpacked/usr/share/perl5" "$work"/unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':') perl run.pl
