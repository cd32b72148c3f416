#!/usr/bin/env bash
# Expected: an underscore in a Q encoded word is a blank, for whoever decodes it.
# mb_decode_mimeheader of PHP 8.2 leaves it: J=C3=B6rg_Doe is "Jörg_Doe". What it writes itself has =20 there, so that a test
# with its own words passes; nearly every mail program writes the underscore. iconv_mime_decode reads both.
# Names and subjects in webmail, tickets and digests have underscores as soon as one letter is not ASCII, and a rule on a subject
# does not find it.
# RFC 2047 section 4.2 (2).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh"
cat > run.php <<'PHP'
<?php
mb_internal_encoding('UTF-8');
$changed = 0;
echo 'PHP ', PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION, "\n";
foreach (['=?utf-8?Q?J=C3=B6rg=20Doe?=' => 'Jörg Doe', '=?utf-8?Q?J=C3=B6rg_Doe?=' => 'Jörg_Doe'] as $field => $known) {
    $seen = mb_decode_mimeheader($field);
    $other = iconv_mime_decode($field, 0, 'UTF-8');
    echo "$field\n  standard: Jörg Doe\n  seen:     $seen\n  iconv:    $other\n";
    $changed |= $seen !== $known || $other !== 'Jörg Doe';
}
exit($changed);
PHP
php run.php
