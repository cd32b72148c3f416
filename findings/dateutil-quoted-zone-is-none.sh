#!/usr/bin/env bash
# Expected: the name of a zone in quotes, as values of parameters may be, is the same zone.
# rrulestr of dateutil has no zone then, and says nothing: the meeting is at ten o'clock wherever the reader is.
# Programs quote parameters to be safe, and names with blanks and commas, "(UTC+01:00) Amsterdam, Berlin", have to be quoted.
# Who reads an invitation in New York comes six hours late.
# RFC 5545 sections 3.1 (param-value may be a quoted-string) and 3.2 (it has to be with a comma or colon in it); 3.2.19 (TZID) shows the
# bare form only.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/dateutil.sh"
cat > run.py <<'PYTHON'
from series import check

rule = ':20261214T100000\nRRULE:FREQ=DAILY;COUNT=1'
check(('DTSTART;TZID=Europe/Berlin' + rule, '14 10:00 CET', '14 10:00 CET'),
      ('DTSTART;TZID="Europe/Berlin"' + rule, '14 10:00 CET', '14 10:00 no zone'))
PYTHON
python run.py
