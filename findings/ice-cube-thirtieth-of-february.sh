#!/usr/bin/env bash
# Expected: a monthly meeting that begins on the 30th has none in February: a day that is not there is left out.
# ice_cube moves it to the 28th, and only it does: with BYMONTHDAY=31 in the rule it leaves short months out, as it should, and
# rrule and dateutil do so for both.
# Those invited by mail have calendars that show nothing that day. The reminder calls them to a meeting that does not take place.
# RFC 5545 section 3.3.10 (invalid dates are ignored, and are not counted).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/ice-cube.sh"
cat > run.rb <<'RUBY'
require_relative 'series'

check([["DTSTART:20260131T100000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", 'Jan 31, Mar 31, May 31', 'Jan 31, Mar 31, May 31'],
       ["DTSTART:20260130T100000Z\nRRULE:FREQ=MONTHLY;COUNT=3", 'Jan 30, Mar 30, Apr 30', 'Jan 30, Feb 28, Mar 30']])
RUBY
ruby run.rb
