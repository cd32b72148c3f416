#!/usr/bin/env bash
# Expected: a client goes by the code of a reply; the text behind it may be missing, with the blank before it.
# msmtp takes "250 " and refuses "250": the server sent an invalid reply, the message is not sent.
# Few servers answer with the code alone, and hardly anybody tests it with one: an appliance, a filter, a server of one's own.
# curl, nodemailer, smtplib and Net::SMTP send; the alarm that cron hands to msmtp does not come.
# RFC 5321 section 4.2 (Reply-line: the text and its blank are optional. Servers should send some text; clients are to take the code
# alone, with a blank or without).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download msmtp=1.8.23-1 libgnutls30 libgsasl18 libgssglue1 libidn12 libidn2-0 libsecret-1-0 libntlm0 libglib2.0-0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use IO::Socket::INET;

$ENV{LD_LIBRARY_PATH} = join ':', glob('unpacked/usr/lib/*-linux-gnu*'), glob('unpacked/lib/*-linux-gnu*');
sub server {
  my ($listener, $reply) = @_;
  my $client = $listener->accept;
  my $body = 0;
  print $client "220 mx.example.com\r\n";
  while (my $line = <$client>) {
    next if $body && $line !~ /^\.\r?\n/;
    $body = $line =~ /^DATA/;
    print $client $body ? "354 go on\r\n" : $line =~ /^EHLO/ ? "250 mx.example.com\r\n" : "$reply\r\n";
  }
  exit 0;
}
sub sent {
  my ($reply) = @_;
  my $listener = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "no socket: $!";
  my $child = fork // die "no child: $!";
  server($listener, $reply) if !$child;
  my $port = $listener->sockport;
  my $said = `printf 'Subject: hello\\n\\nhello\\n' | unpacked/usr/bin/msmtp --host=127.0.0.1 --port=$port --from=ann\@example.com bob\@example.org 2>&1`;
  waitpid $child, 0;
  return $? == 0 && $said eq '' ? 'sent' : ($said =~ /^msmtp: (.*)/)[0];
}
my $changed = 0;
print "msmtp 1.8.23\n";
for my $case (['250 fine', 'sent'], ['250 ', 'sent'], ['250', 'the server sent an invalid reply']) {
  my ($reply, $known) = @$case;
  my $seen = sent($reply);
  print "a server that says \"$reply\"\n  standard: sent\n  seen:     $seen\n";
  $changed = 1 if $seen ne $known;
}
exit $changed;
PERL
perl run.pl
