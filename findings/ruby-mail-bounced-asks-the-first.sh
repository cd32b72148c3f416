#!/usr/bin/env bash
# Expected: bounced? of Ruby's mail is true for a report that says of one recipient that delivery failed.
# It looks at the first recipient of the report only: behind one who got the message the failure of the other is not seen.
# A server reports on all recipients of a message at once: who cleans a list with it keeps dead addresses.
# RFC 3464 section 2.1 (one group of fields for each recipient; no order is named).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ruby-mail=2.7.1+dfsg1-2 ruby-mini-mime=1.1.1-2 ruby3.1 libruby3.1 libyaml-0-2 libgmp10 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu*)
RUBYLIB=$(echo "$work"/unpacked/usr/lib/ruby/vendor_ruby "$work"/unpacked/usr/lib/ruby/3.1.0 "$work"/unpacked/usr/lib/*-linux-gnu*/ruby/3.1.0 \
  "$work"/unpacked/usr/share/rubygems-integration/all/gems/*/lib | tr ' ' ':')
export LD_LIBRARY_PATH RUBYLIB LC_ALL=C.UTF-8
cat > run.rb <<'RUBY'
require 'mail'

FAILED = ['Final-Recipient: rfc822; ann@example.com', 'Action: failed', 'Status: 5.1.1'].freeze
DELIVERED = ['Final-Recipient: rfc822; bob@example.com', 'Action: delivered', 'Status: 2.0.0'].freeze

def bounced(*groups)
  lines = ['From: mailer@mx.example.net', 'MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b', '',
           '--b', 'Content-Type: text/plain', '', 'A report.', '--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example.net']
  groups.each { |group| lines += [''] + group }
  Mail.new((lines + ['', '--b--', '']).join("\r\n")).bounced?
end

puts "mail #{Mail::VERSION.version}"
cases = [
  ['failed, then delivered', true, true, bounced(FAILED, DELIVERED)],
  ['delivered, then failed', true, false, bounced(DELIVERED, FAILED)],
]
changed = false
cases.each do |what, standard, known, seen|
  puts "#{what}\n  standard: #{standard.inspect}\n  seen:     #{seen.inspect}"
  changed ||= seen != known
end
exit(changed ? 1 : 0)
RUBY
"$work/unpacked/usr/bin/ruby3.1" -W0 run.rb
