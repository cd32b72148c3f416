#!/usr/bin/env bash
# Expected: a message that is read and written again has its parts in their order.
# Ruby's mail sorts them: plain text first, then HTML, then the rest, in every kind of multipart. "The picture above shows it"
# comes before the picture, and the footer of a list before the message that it stood below. A gateway that reads and
# writes mail so changes what was said, and the DKIM signature of the body fails.
# RFC 2046 section 5.1.3 (in multipart/mixed the order of the parts is significant).
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

def written(parts)
  lines = ['From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '']
  parts.each { |type| lines += ['--b', "Content-Type: #{type}", '', 'x'] }
  Mail.new((lines + ['--b--', '']).join("\r\n")).encoded.scan(%r{^Content-Type: (\w+/\w+)}).flatten.drop(1)
end

puts "mail #{Mail::VERSION.version}"
cases = [
  [%w[text/plain text/html image/png], %w[text/plain text/html image/png]],
  [%w[text/html image/png text/plain], %w[text/plain text/html image/png]],
  [%w[message/rfc822 text/plain], %w[text/plain message/rfc822]],
]
changed = false
cases.each do |parts, known|
  seen = written(parts)
  puts "#{parts.join(', ')}\n  standard: #{parts.join(', ')}\n  seen:     #{seen.join(', ')}"
  changed ||= seen != known
end
exit(changed ? 1 : 0)
RUBY
"$work/unpacked/usr/bin/ruby3.1" -W0 run.rb
