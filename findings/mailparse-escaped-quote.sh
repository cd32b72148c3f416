#!/usr/bin/env bash
# Expected: a name in quotes may hold a quote behind a backslash; the address behind the name stays what it is.
# mailparse of PHP ends the name at the inner quote. One quote alone makes the name the address, warns that the input is not in
# order, and loses whoever stands behind; with two, a comma between them parts the name in two "addresses".
# "19\" racks" and nicknames are written so: a help desk on mailparse answers nobody, or a nickname that is no address.
# RFC 5322 sections 3.2.1 (quoted-pair) and 3.2.4 (quoted-string).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" php8.2-mailparse=3.1.4+2.1.7~dev20160128-1
cat > run.php <<'PHP'
<?php
$changed = 0;
echo 'mailparse ', phpversion('mailparse'), "\n";
$cases = [
    '"Racks" <ann@example.com>, bob@example.org' => 'ann@example.com bob@example.org',
    '"19\" racks" <ann@example.com>, bob@example.org' => '"19\" racks ""',
    '"Ann \"Nan, CEO\" Doe" <ann@example.com>, bob@example.org' => '"Ann \" Nan ann@example.com bob@example.org',
];
foreach ($cases as $field => $known) {
    $seen = implode(' ', array_column(@mailparse_rfc822_parse_addresses($field), 'address'));
    echo "$field\n  standard: ann@example.com bob@example.org\n  seen:     $seen\n";
    $changed |= $seen !== $known;
}
exit($changed);
PHP
php -d extension=mailparse run.php
