#!/usr/bin/env bash
# Expected: Roundcube gives a file the name that its quotes hold, filename="a \"b\" c.pdf".
# When it parses a message itself, as it does with decrypted ones and with messages in messages, it ends the name at the
# escaped quote: "a \" is left, and the ending .pdf is gone. The file opens in no program, and filters by ending miss it.
# RFC 2045 section 5.1 (value is a quoted-string), RFC 5322 section 3.2.4 (\" is a quote mark in it).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download roundcube-core=1.6.5+dfsg-1+deb12u9 php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libedit2 libbsd0 libmagic1 libonig5 \
  libsodium23 libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
extensions=$(echo "$work"/unpacked/usr/lib/php/2*)
cat > run.php <<'PHP'
<?php
ini_set('display_errors', '0');
define('RCUBE_INSTALL_PATH', __DIR__ . '/unpacked/usr/share/roundcube/');
const LIBRARY = RCUBE_INSTALL_PATH . 'program/lib/Roundcube/';
spl_autoload_register(function ($name) {
    if (is_file(LIBRARY . "$name.php")) {
        require LIBRARY . "$name.php";
    }
});
require LIBRARY . 'bootstrap.php';
$file = rcube_mime::parse_message("Content-Type: application/pdf\r\nContent-Disposition: attachment; filename={$argv[1]}\r\n\r\nx");
echo $file->filename, "\n";
PHP
echo 'Roundcube 1.6.5'
all=''
for name in '"a b c.pdf"' '"a \"b\" c.pdf"'; do
  seen=$("$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$extensions" -d extension=mbstring -d extension=iconv -d extension=ctype run.php "$name" 2> /dev/null)
  standard=${name#\"}
  standard=${standard%\"}
  printf '%s\n  standard: %s\n  seen:     %s\n' "$name" "${standard//\\/}" "$seen"
  all+="$seen|"
done
[ "$all" = 'a b c.pdf|a \|' ]
