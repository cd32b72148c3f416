#!/usr/bin/env bash
# Expected: with BYMONTH a series takes place in these months only, whatever else it is repeated by.
# sabre/vobject asks for the months of a yearly series alone. "Each month, in January and June" is each month for it, and "each day in
# January" goes on in February.
# Meetings are there that nobody else has: who has them is busy, and is reminded of them. Count a few days of a series by another
# library before it is believed.
# RFC 5545 section 3.3.10 (BYMONTH limits what is repeated each month, week or day).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/sabre.sh"
cat > run.php <<'PHP'
<?php
require 'sabre.php';
check('days', [
    'RRULE:FREQ=YEARLY;BYMONTH=1,6;COUNT=3' => ['Jan 5, Jun 5, Jan 5', 'Jan 5, Jun 5, Jan 5'],
    'RRULE:FREQ=MONTHLY;BYMONTH=1,6;COUNT=3' => ['Jan 5, Jun 5, Jan 5', 'Jan 5, Feb 5, Mar 5'],
    'RRULE:FREQ=WEEKLY;BYMONTH=1,6;COUNT=5' => ['Jan 5, Jan 12, Jan 19, Jan 26, Jun 1', 'Jan 5, Jan 12, Jan 19, Jan 26, Feb 2'],
]);
PHP
php run.php
