#!/usr/bin/env bash
# Expected: a name in a parameter may have a caret, in quotes or without: it is a letter as others are, and the escape of newer programs.
# sabre/vobject raises for one without quotes, and the whole calendar is refused with it. In quotes it is read.
# Quote marks in a name are written with carets since RFC 6868: who is called Ann "Nan" Smith invites nobody on such a server, and
# answers of hers are lost. Put each name with a caret into quotes when writing.
# RFC 5545 section 3.1 (paramtext has all signs but controls, quotes, `;`, `:` and `,`), RFC 6868 section 3 (the escapes).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/sabre.sh"
cat > run.php <<'PHP'
<?php
require 'sabre.php';
$line = "ORGANIZER;CN=Ann ^'Nan^' Smith:mailto:ann@example.com";
check(fn ($calendar) => $calendar->VEVENT->ORGANIZER ? 'read' : 'no organizer', [
    'ORGANIZER;CN=Ann Smith:mailto:ann@example.com' => ['read', 'read'],
    "ORGANIZER;CN=\"Ann ^'Nan^' Smith\":mailto:ann@example.com" => ['read', 'read'],
    $line => ['read', 'raised: Invalid VObject, line 8 did not follow the icalendar/vcard format'],
]);
PHP
php run.php
