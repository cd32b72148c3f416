#!/usr/bin/env bash
# Expected: the link of an attachment is a URI, in which commas and semicolons stand as they are.
# icalendar of Ruby takes them apart as if it were a list of texts: one link becomes three, each of them useless.
# Links to shared files and rooms have such signs: the invitation loses its papers. ical.js reads one link.
# RFC 5545 section 3.3.13 (URI: no escapes, no list) and 3.8.1.1 (ATTACH).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ruby-icalendar=2.8.0-1 ruby-ice-cube=0.16.4-3 ruby3.1 libruby3.1 libyaml-0-2 libgmp10 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu*)
RUBYLIB=$(echo "$work"/unpacked/usr/lib/ruby/vendor_ruby "$work"/unpacked/usr/lib/ruby/3.1.0 "$work"/unpacked/usr/lib/*-linux-gnu*/ruby/3.1.0 \
  "$work"/unpacked/usr/share/rubygems-integration/all/gems/*/lib | tr ' ' ':')
export LD_LIBRARY_PATH RUBYLIB LC_ALL=C.UTF-8
cat > run.rb <<'RUBY'
require 'stringio'
require 'icalendar'

def links(link)
  lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T000000Z',
           'DTSTART:20260102T100000Z', "ATTACH:#{link}", 'END:VEVENT', 'END:VCALENDAR', '']
  Array(Icalendar::Calendar.parse(lines.join("\r\n")).first.events.first.attach.first.value).flatten.map(&:to_s)
end

puts "icalendar #{Icalendar::VERSION}"
plain = 'https://example.com/file?id=1'
signs = 'https://example.com/file;v=2?at=54.7,25.3'
cases = [
  ['plain', [plain], [plain], links(plain)],
  ['with ";" and ","', [signs], ['https://example.com/file', 'v=2?at=54.7', '25.3'], links(signs)],
]
changed = false
cases.each do |what, standard, known, seen|
  puts "#{what}\n  standard: #{standard.inspect}\n  seen:     #{seen.inspect}"
  changed ||= seen != known
end
exit(changed ? 1 : 0)
RUBY
"$work/unpacked/usr/bin/ruby3.1" -W0 run.rb
