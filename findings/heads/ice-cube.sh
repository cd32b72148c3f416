# Read by the findings on ice_cube: unpacks it and Ruby into a temporary folder, defines `ruby`, and writes series.rb there. That
# prints the days of a series, and exits with 1 where they are not as known.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ruby-ice-cube=0.16.4-3 ruby3.1 libruby3.1 libyaml-0-2 libgmp10 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
ruby() {
  LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu*) LC_ALL=C.UTF-8 TZ=UTC \
    RUBYLIB=$(echo "$work"/unpacked/usr/lib/ruby/vendor_ruby "$work"/unpacked/usr/lib/ruby/3.1.0 "$work"/unpacked/usr/lib/*-linux-gnu*/ruby/3.1.0 \
      "$work"/unpacked/usr/share/rubygems-integration/all/gems/*/lib | tr ' ' ':') "$work/unpacked/usr/bin/ruby3.1" --disable-gems "$@"
}
cat > series.rb <<'RUBY'
require 'time'
require 'ice_cube'

def check(cases)
  puts "ice_cube #{IceCube::VERSION}"
  changed = false
  cases.each do |text, standard, known|
    seen = IceCube::Schedule.from_ical(text).first(9).map { |time| time.strftime('%b %-d') }.join(', ')
    changed ||= seen != known
    puts text, "  standard: #{standard}", "  seen:     #{seen}"
  end
  exit(changed ? 1 : 0)
end
RUBY
