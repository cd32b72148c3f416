#!/usr/bin/env bash
# Expected: a meeting takes place at the dates that RDATE names, too, with a rule of repetition or without.
# sabre/vobject repeats by the rule alone: dates of RDATE are in the calendar, and never among the days on which it takes place.
# Who is asked whether somebody is free on such a day answers yes, and reminders of it are not sent. Read RDATE oneself when a series
# is expanded with it.
# RFC 5545 section 3.8.5.2 (dates of a recurrence set).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/sabre.sh"
cat > run.php <<'PHP'
<?php
require 'sabre.php';
check('days', [
    'RRULE:FREQ=DAILY;COUNT=2' => ['Jan 5, Jan 6', 'Jan 5, Jan 6'],
    'RDATE:20260109T100000Z' => ['Jan 5, Jan 9', 'Jan 5'],
    "RRULE:FREQ=DAILY;COUNT=2\r\nRDATE:20260109T100000Z" => ['Jan 5, Jan 6, Jan 9', 'Jan 5, Jan 6'],
]);
PHP
php run.php
