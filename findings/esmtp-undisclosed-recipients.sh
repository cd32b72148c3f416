#!/usr/bin/env bash
# Expected: esmtp -t, which sends what programs hand to sendmail, sends a message with "To: undisclosed-recipients:;" to who is in Bcc.
# It takes the words of the empty group for a user of the machine, has no program that delivers to one, and sends nothing, to
# nobody. Letters to many are written just so, that none sees the others.
# RFC 5322 section 3.4 (group, whose list of mailboxes may be empty).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download esmtp=1.2-18+b1 libesmtp6=1.1.0-3.1~deb12u1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu*)
export LD_LIBRARY_PATH HOME=$work
# The server writes down who it is asked for.
cat > server.pl <<'PERL'
use strict;
use IO::Socket::INET;

my $listening = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 5);
open my $port, '>', 'port.new';
print $port $listening->sockport, "\n";
close $port;
rename 'port.new', 'port';
alarm 60;
while (my $client = $listening->accept) {
  my $data = 0;
  print $client "220 server.example\r\n";
  while (my $line = <$client>) {
    if ($data) {
      next if $line !~ /^\.\r?$/;
      $data = 0;
    }
    if ($line =~ /^RCPT TO:(\S*)/i) {
      open my $log, '>>', 'asked';
      print $log "$1 ";
    }
    $data = $line =~ /^DATA/i;
    print $client $data ? "354 go\r\n" : $line =~ /^QUIT/i ? "221 bye\r\n" : "250 ok\r\n";
  }
}
PERL
perl server.pl &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
for _ in {1..100}; do [ -s port ] || sleep 0.1; done
printf 'hostname = 127.0.0.1:%s\n' "$(cat port)" > .esmtprc
chmod 600 .esmtprc
echo 'esmtp 1.2'
all=''
for to in carl@example.org 'undisclosed-recipients:;'; do
  : > asked
  printf 'From: ann@example.com\nTo: %s\nBcc: bob@example.org\nSubject: s\n\nx\n' "$to" | unpacked/usr/bin/esmtp -t 2> error || true
  seen=$(cat asked)
  printf 'To: %s\n  standard: %s\n  seen:     %s%s\n' "$to" "$([ "$to" = carl@example.org ] && echo 'Bob and Carl' || echo Bob)" "$seen" "$(cat error)"
  all+="$seen$(grep -o 'Local delivery not possible' error || true)|"
done
[ "$all" = '<bob@example.org> <carl@example.org> |Local delivery not possible|' ]
