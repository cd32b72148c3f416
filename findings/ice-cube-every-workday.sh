#!/usr/bin/env bash
# Expected: BYSETPOS=-1 takes the last of the days that the rest of a rule gives for a month: the last workday, here.
# ice_cube reads a rule with it, drops it and says nothing: the meeting is on every workday, until the count is used up.
# The last workday is when pay and reports are due. Whoever turns invitations into reminders by mail sends twenty of them instead
# of one, and none on the day itself once the count is used up.
# RFC 5545 section 3.3.10 (BYSETPOS; the last work day of the month is its own example).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/ice-cube.sh"
cat > run.rb <<'RUBY'
require_relative 'series'

start = "DTSTART:20260130T100000Z\nRRULE:FREQ=MONTHLY;"
check([["#{start}BYMONTHDAY=-1;COUNT=3", 'Jan 31, Feb 28, Mar 31', 'Jan 31, Feb 28, Mar 31'],
       ["#{start}BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3", 'Jan 30, Feb 27, Mar 31', 'Jan 30, Feb 2, Feb 3']])
RUBY
ruby run.rb
