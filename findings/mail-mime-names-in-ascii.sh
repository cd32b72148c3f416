#!/usr/bin/env bash
# Expected: PEAR's Mail_Mime, told that texts and headers are in UTF-8, writes the name of an attached file in UTF-8.
# It writes the octets of UTF-8 and calls them US-ASCII: filename*=US-ASCII''Rechnung%20M%C3%A4rz.pdf. The charsets that it was given
# hold for the parts and the fields of the message; that of a name is the thirteenth argument of addAttachment. Who decodes
# as told shows marks of doubt in place of the letters, and there is no name in plain beside it.
# RFC 2231 section 4 (the charset that is named is that of the octets).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" php-mail-mime=1.10.11-1 php-pear
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
set_include_path(__DIR__ . '/unpacked/usr/share/php');
require 'PEAR.php';
require 'Mail/mime.php';
$message = new Mail_mime(['eol' => "\r\n", 'text_charset' => 'utf-8', 'html_charset' => 'utf-8', 'head_charset' => 'utf-8']);
$message->setTXTBody('hello');
$message->addAttachment('x', 'application/pdf', $argv[1], false);
preg_match('/^ filename([^;\r]+)/m', $message->get(), $found);
echo $found[1], "\n";
PHP
echo 'Mail_Mime 1.10.11'
all=''
for name in March.pdf März.pdf; do
  seen=$(php run.php "$name")
  standard="=$name"
  [ "$name" = March.pdf ] || standard="*=utf-8''M%C3%A4rz.pdf"
  printf '%s\n  standard: filename%s\n  seen:     filename%s\n' "$name" "$standard" "$seen"
  all+="$seen|"
done
[ "$all" = "=March.pdf|*=US-ASCII''M%C3%A4rz.pdf|" ]
