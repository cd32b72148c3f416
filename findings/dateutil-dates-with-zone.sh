#!/usr/bin/env bash
# Expected: dates besides a rule are read with their zone, as DTSTART and the exceptions are.
# rrulestr of dateutil raises for RDATE with TZID, the form in which calendars write extra dates; EXDATE with it is read.
# One extra meeting leaves a program without the whole series: no reminder, and none of the meetings in the digest.
# RFC 5545 sections 3.8.5.2 (RDATE has a TZID parameter) and 3.2.19.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/dateutil.sh"
cat > run.py <<'PYTHON'
from series import check

series = 'DTSTART;TZID=Europe/Berlin:20261214T100000\nRRULE:FREQ=DAILY;COUNT=2\n'
check((series + 'EXDATE;TZID=Europe/Berlin:20261215T100000', '14 10:00 CET', '14 10:00 CET'),
      (series + 'RDATE:20261220T090000Z', '14 10:00 CET, 15 10:00 CET, 20 09:00 UTC', '14 10:00 CET, 15 10:00 CET, 20 09:00 UTC'),
      (series + 'RDATE;TZID=Europe/Berlin:20261220T100000', '14 10:00 CET, 15 10:00 CET, 20 10:00 CET',
       'raised: unsupported RDATE parm: TZID=EUROPE/BERLIN'))
PYTHON
python run.py
