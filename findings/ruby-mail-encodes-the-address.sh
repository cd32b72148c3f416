#!/usr/bin/env bash
# Expected: an address with letters outside ASCII is written as it is, or with an A-label, or it is refused.
# Ruby's mail puts the letters of each half into an encoded word: jörg@bücher.example goes out as two of them round an "@".
# No reader may decode words in an address: what arrives in To is another mailbox, though the envelope may be right.
# RFC 2047 section 5 (an encoded word must not appear in any part of an addr-spec), RFC 6532 section 3.2.
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

def written(address)
  Mail.new("From: ann@example.com\r\nTo: #{address}\r\n\r\nx").to_s[/^To: (.*)\r$/, 1]
end

puts "mail #{Mail::VERSION.version}"
cases = [
  ['name', '=?UTF-8?B?SsO2cmc=?= <bob@example.org>', '=?UTF-8?B?SsO2cmc=?= <bob@example.org>', written('Jörg <bob@example.org>')],
  ['address', 'jörg@bücher.example', '=?UTF-8?B?asO2cmc=?=@=?UTF-8?B?YsO8Y2hlci5leGFtcGxl?=', written('jörg@bücher.example')],
]
changed = false
cases.each do |what, standard, known, seen|
  puts "#{what}\n  standard: #{standard.inspect}\n  seen:     #{seen.inspect}"
  changed ||= seen != known
end
exit(changed ? 1 : 0)
RUBY
"$work/unpacked/usr/bin/ruby3.1" -W0 run.rb
