#!/usr/bin/env bash
# Expected: Ruby's mail writes an attached message with an encoding, 7bit or 8bit, or without the field.
# It writes "Content-Transfer-Encoding:" with nothing behind it, for message/rfc822 alone; a text gets 7bit.
# That is no encoding: readers that keep to the standard must treat such a part as unknown bytes, and then a message that
# was forwarded as an attachment is a file without a name. Strict filters refuse the mail as malformed.
# RFC 2045 section 6.1 (the field has a mechanism) and 6.4 (one that is not known makes application/octet-stream).
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

def encoding(type)
  mail = Mail.new(from: 'ann@example.com', to: 'bob@example.com', subject: 's')
  mail.attachments['m.eml'] = { mime_type: type, content: "From: carl@example.com\r\nSubject: inside\r\n\r\nhello\r\n", encoding: nil }.compact
  part = mail.encoded.split("\r\n--").find { |text| text.include?("Content-Type: #{type}") }
  part[/^Content-Transfer-Encoding:(.*?)\r?$/, 1]&.strip
end

puts "mail #{Mail::VERSION.version}"
changed = false
[['text/plain', /\A\w/], ['message/rfc822', /\A\z/]].each do |type, known|
  seen = encoding(type)
  puts "#{type}\n  standard: a mechanism\n  seen:     #{seen.inspect}"
  changed ||= !seen&.match?(known)
end
exit(changed ? 1 : 0)
RUBY
"$work/unpacked/usr/bin/ruby3.1" -W0 run.rb
