#!/usr/bin/env bash
# Expected: an alias jane.doe in chasquid's file of aliases takes mail to jane.doe, and, as it ignores dots, mail to janedoe.
# It takes neither: 550, user does not exist. Dots and what is behind a plus sign are left out of what is asked for, not of what
# stands in the file, so whoever moves a list of aliases to it loses each one with a dot, and each with a plus sign. No check of
# the settings says so, and senders see a mailbox that is gone.
# RFC 5321 section 2.3.11 (the host alone says what a local part means; this one has two meanings for it).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download chasquid=1.11-2+b2 openssl=3.0.20-1~deb12u2 libssl3=3.0.20-1~deb12u2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu*)
export LD_LIBRARY_PATH OPENSSL_CONF=$work/unpacked/etc/ssl/openssl.cnf
mkdir -p settings/{domains,certs}/example.com data
unpacked/usr/bin/openssl req -x509 -nodes -newkey rsa:2048 -keyout settings/certs/example.com/privkey.pem -out settings/certs/example.com/fullchain.pem \
  -days 2 -subj /CN=example.com 2> /dev/null
printf '%s: bob@example.org\n' jane jane.doe news+daily > settings/domains/example.com/aliases
port=$((20000 + $$ % 20000))
printf 'hostname: "example.com"\ndata_dir: "%s/data"\nsmtp_address: "127.0.0.1:%s"\nmail_log_path: "<stderr>"\n' "$work" "$port" > settings/chasquid.conf
unpacked/usr/bin/chasquid -config_dir="$work/settings" > log 2>&1 &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
cat > ask.pl <<'PERL'
use strict;
use IO::Socket::INET;

my ($port, $recipient) = @ARGV;
my $socket;
for (1 .. 100) {
  last if $socket = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port");
  select undef, undef, undef, 0.1;
}
my $answer = <$socket>;
for my $command ('EHLO client.example', 'MAIL FROM:<ann@example.org>', "RCPT TO:<$recipient>") {
  print $socket "$command\r\n";
  do { $answer = <$socket> } while $answer =~ /^\d+-/;
}
print substr($answer, 0, 3), "\n";
PERL
echo 'chasquid 1.11'
all=''
for name in jane j.ane jane.doe janedoe news+daily; do
  seen=$(perl ask.pl "$port" "$name@example.com")
  printf '%s\n  standard: 250\n  seen:     %s\n' "$name" "$seen"
  all+="$seen "
done
[ "$all" = '250 250 550 550 550 ' ]
