#!/usr/bin/env bash
# Expected: fetchmail adds its server's name to addresses that have no domain; a group without members is complete as it is.
# With more recipients behind it, such a group gets the name, too: Team:;@127.0.0.1 in the test, which is no address for anybody.
# Alone, or with members, it is left. The switch that does it (rewrite) is on unless turned off.
# Who writes to a group so that nobody sees it, and to one more, has a field that strict readers lose as a whole; an answer to
# all reaches no one, and a signature over Cc fails from there on.
# RFC 5322 section 3.4 (a group may be empty, and stands in a list like any address).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download fetchmail=6.4.37-1 libssl3 libgssapi-krb5-2 libkrb5-3 libk5crypto3 libkrb5support0 libkeyutils1 libcom-err2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use IO::Socket::INET;

$ENV{LD_LIBRARY_PATH} = join ':', glob('unpacked/usr/lib/*-linux-gnu*'), glob('unpacked/lib/*-linux-gnu*');
$ENV{HOME} = $ENV{FETCHMAILHOME} = $ARGV[0];
sub server {
  my ($listener, $field) = @_;
  my $client = $listener->accept;
  my $message = join "\r\n", 'From: ann@example.com', $field, 'Subject: hello', '', 'hello', '';
  my $size = length $message;
  my %answer = (STAT => "+OK 1 $size", LIST => "+OK 1 $size", UIDL => "+OK\r\n1 a\r\n.", RETR => "+OK\r\n$message.", CAPA => "+OK\r\nUSER\r\n.");
  print $client "+OK\r\n";
  while (my ($command) = (<$client> // '') =~ /^(\w+)/) {
    print $client $answer{$command} // '+OK', "\r\n";
  }
  exit 0;
}
sub fetched {
  my ($field) = @_;
  my $listener = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "no socket: $!";
  my $child = fork // die "no child: $!";
  server($listener, $field) if !$child;
  open my $settings, '>', 'settings' or die $!;
  print $settings 'poll 127.0.0.1 protocol pop3 service ', $listener->sockport,
    " user ann password secret sslproto '' mda 'cat > $ARGV[0]/message' fetchall\n";
  close $settings;
  chmod 0600, 'settings';
  close $listener;
  system 'unpacked/usr/bin/fetchmail -f settings --nodetach --silent > log 2>&1';
  waitpid $child, 0;
  open my $message, '<', 'message' or die $!;
  my ($seen) = grep { /^(To|Cc):/ } <$message>;
  return $seen =~ s/\s+$//r;
}
my $changed = 0;
print "fetchmail 6.4.37\n";
for my $case (['Cc: Team:;'], ['Cc: Team: bob@example.org;, dan@example.net'], ['Cc: Team:;, dan@example.net', 'Cc: Team:;@127.0.0.1, dan@example.net']) {
  my ($field, $known) = ($case->[0], $case->[-1]);
  my $seen = fetched($field);
  print "$field\n  standard: $field\n  seen:     $seen\n";
  $changed = 1 if $seen ne $known;
}
exit $changed;
PERL
perl run.pl "$work"
