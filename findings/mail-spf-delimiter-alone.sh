#!/usr/bin/env bash
# Expected: a delimiter in a macro of SPF splits the value there, and its parts are joined by dots: %{l-} of strong-bad is
# strong.bad, as the table of the standard has it.
# Mail::SPF splits only where a number or "r" stands there, too: it asks for strong-bad, which is not there, and the sender fails.
# pyspf asks for strong.bad. A domain that names its mailboxes so loses mail at receivers with Mail::SPF (SpamAssassin is one),
# and a forwarder behind them refuses what the next one takes.
# RFC 7208 sections 7.1 (delimiters), 7.3 (one is enough for the value to be split at it) and 7.4 (the example).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-spf-perl=2.9.0-5 libnet-dns-perl=1.36-1 libnetaddr-ip-perl libnet-dns-resolver-programmable-perl libnet-ip-perl \
  liburi-perl liberror-perl libregexp-ipv6-perl libnet-libidn-perl libsocket6-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::SPF;
use Net::DNS::Packet;
use Net::DNS::RR;

my ($record, $there, @asked);
package Answers {
  sub new { return bless {}, shift }
  sub errorstring { return 'NXDOMAIN' }
  sub send {
    my ($self, $name, $type) = @_;
    my $packet = Net::DNS::Packet->new($name, $type);
    if ($type eq 'TXT' && $name eq 'example.com') {
      $packet->push(answer => Net::DNS::RR->new(name => $name, type => 'TXT', txtdata => $record));
    } elsif ($type eq 'A') {
      push @asked, $name;
      $packet->push(answer => Net::DNS::RR->new("$name. 60 IN A 127.0.0.2")) if $name eq $there;
      $packet->header->rcode('NXDOMAIN') if $name ne $there;
    }
    return $packet;
  }
}
my $server = Mail::SPF::Server->new(dns_resolver => Answers->new);
my $changed = 0;
print "Mail::SPF $Mail::SPF::VERSION, of strong-bad\@example.com\n";
for my $case (['%{l}', 'strong-bad', 'pass'], ['%{lr-}', 'bad.strong', 'pass'], ['%{l-}', 'strong.bad', 'fail']) {
  my ($macro, $name, $known) = @$case;
  ($record, $there, @asked) = ("v=spf1 exists:$macro.ok.example.com -all", "$name.ok.example.com");
  my $seen = $server->process(Mail::SPF::Request->new(scope => 'mfrom', identity => 'strong-bad@example.com', ip_address => '192.0.2.3',
    helo_identity => 'mx.example.com'))->code;
  print "$record\n  standard: pass, for $there\n  seen:     $seen, for @asked\n";
  $changed = 1 if $seen ne $known;
}
exit $changed;
PERL
PERL5LIB=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':') perl run.pl
