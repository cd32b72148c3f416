#!/usr/bin/env bash
# Expected: who reads bounces reads message/global-delivery-status as it reads message/delivery-status: servers that speak
# SMTPUTF8 write it so when an address has umlauts, in the same fields.
# flufl.bounce (Mailman) finds nobody in it, Mail::DeliveryStatus::BounceParser finds no bounce, and Ruby's mail says
# that it is none, even for an address in plain ASCII. Such mailboxes stay on the list for ever.
# RFC 6533 sections 3 and 4 (the type, and utf-8 addresses), which keeps the fields of RFC 3464.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-flufl.bounce=4.0-3 python3-zope.interface python3-public libmail-deliverystatus-bounceparser-perl=1.543+repacked-1 \
  libmime-tools-perl libmailtools-perl libtimedate-perl libconvert-binhex-perl libnet-smtp-ssl-perl ruby-mail=2.7.1+dfsg1-2 \
  ruby-mini-mime=1.1.1-2 ruby3.1 libruby3.1 libyaml-0-2 libgmp10 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu*)
RUBYLIB=$(echo "$work"/unpacked/usr/lib/ruby/vendor_ruby "$work"/unpacked/usr/lib/ruby/3.1.0 "$work"/unpacked/usr/lib/*-linux-gnu*/ruby/3.1.0 \
  "$work"/unpacked/usr/share/rubygems-integration/all/gems/*/lib | tr ' ' ':')
report() {
  printf '%s\r\n' 'From: mailer-daemon@mx.example.net' 'To: list@example.com' 'Subject: failure' 'MIME-Version: 1.0' \
    'Content-Type: multipart/report; report-type='"$1"'; boundary=b' '' '--b' 'Content-Type: text/plain' '' 'A report.' '--b' \
    "Content-Type: message/$1" '' 'Reporting-MTA: dns; mx.example.net' '' 'Final-Recipient: rfc822; ann@example.com' 'Action: failed' 'Status: 5.1.1' '' '--b--'
}
report delivery-status > delivery-status
report global-delivery-status > global-delivery-status
cat > run.py <<'PYTHON'
import sys
from email import message_from_binary_file

from flufl.bounce import all_failures

print(len(all_failures(message_from_binary_file(open(sys.argv[1], 'rb')))[1]))
PYTHON
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::DeliveryStatus::BounceParser;

open(my $file, '<', $ARGV[0]) or die $!;
print scalar(Mail::DeliveryStatus::BounceParser->new($file)->addresses), "\n";
PERL
cat > run.rb <<'RUBY'
require 'mail'
puts Mail.read(ARGV[0]).bounced? ? 1 : 0
RUBY
counted() {
  PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 run.py "$1"
  PERL5LIB=unpacked/usr/share/perl5 perl run.pl "$1"
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH RUBYLIB=$RUBYLIB LC_ALL=C.UTF-8 "$work/unpacked/usr/bin/ruby3.1" -W0 run.rb "$1"
}
echo 'flufl.bounce 4.0, Mail::DeliveryStatus::BounceParser 1.543, mail 2.7.1 (Ruby); recipients that failed'
all=''
for type in delivery-status global-delivery-status; do
  seen=$(counted "$type" | paste -sd ' ')
  printf 'message/%s\n  standard: 1 1 1\n  seen:     %s\n' "$type" "$seen"
  all+="$seen; "
done
[ "$all" = '1 1 1; 0 0 0; ' ]
