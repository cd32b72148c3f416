#!/usr/bin/env bash
# Expected: PEAR's Mail_Mime, told that texts and headers are in UTF-8, writes the name of an attached file in UTF-8.
# It writes the octets of UTF-8 and calls them US-ASCII: filename*=US-ASCII''Rechnung%20M%C3%A4rz.pdf. The charsets that it was given
# hold for the parts and the fields of the message; that of a name is the thirteenth argument of addAttachment. Who decodes
# as told shows marks of doubt in place of the letters, and there is no name in plain beside it.
# RFC 2231 section 4 (the charset that is named is that of the octets).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download php-mail-mime=1.10.11-1 php-pear php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libedit2 libbsd0 libmagic1 libonig5 \
  libsodium23 libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
extensions=$(echo "$work"/unpacked/usr/lib/php/2*)
cat > run.php <<'PHP'
<?php
ini_set('display_errors', '0');
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
  seen=$("$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$extensions" -d extension=mbstring -d extension=iconv -d extension=ctype run.php "$name" 2> /dev/null)
  standard="=$name"
  [ "$name" = March.pdf ] || standard="*=utf-8''M%C3%A4rz.pdf"
  printf '%s\n  standard: filename%s\n  seen:     filename%s\n' "$name" "$standard" "$seen"
  all+="$seen|"
done
[ "$all" = "=March.pdf|*=US-ASCII''M%C3%A4rz.pdf|" ]
