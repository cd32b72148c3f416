#!/usr/bin/env bash
# Expected: a comment beside the local part is no part of the address, and changes nothing in it.
# Ruby's mail throws the local part away with it: ann.doe(home)@example.com is read as "@example.com".
# With a blank instead of the comment it is read; who answers has no recipient, and nothing is raised.
# RFC 5322 section 3.4.1 and 3.2.3 (a dot-atom may have CFWS, so comments, on both sides).
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

def read(address)
  Mail.new("From: #{address}\r\nTo: bob@example.org\r\n\r\nx").from
end

puts "mail #{Mail::VERSION.version}"
cases = [
  ['blank', ['ann.doe@example.com'], ['ann.doe@example.com'], read('ann.doe @example.com')],
  ['comment behind the address', ['ann.doe@example.com'], ['ann.doe@example.com'], read('ann.doe@example.com (home)')],
  ['comment behind the local part', ['ann.doe@example.com'], ['@example.com'], read('ann.doe(home)@example.com')],
]
changed = false
cases.each do |what, standard, known, seen|
  puts "#{what}\n  standard: #{standard.inspect}\n  seen:     #{seen.inspect}"
  changed ||= seen != known
end
exit(changed ? 1 : 0)
RUBY
"$work/unpacked/usr/bin/ruby3.1" -W0 run.rb
