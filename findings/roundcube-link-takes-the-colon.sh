#!/usr/bin/env bash
# Expected: who makes links of addresses in a text leaves the punctuation behind them out, as Roundcube does with full stops,
# commas and question marks.
# It takes a colon behind an address into the link: "Write to ann@example.com: she knows" gives mailto:ann@example.com:, and
# the answer goes to a domain "example.com:", which no server takes.
# RFC 5322 section 3.4.1 (a domain has no colon), RFC 6068 section 2.
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
$links = new rcube_string_replacer();
echo preg_match('/href="([^"]*)"/', $links->resolve($links->replace($argv[1])), $link) ? $link[1] : 'no link', "\n";
PHP
echo 'Roundcube 1.6.5'
all=''
for text in 'write to ann@example.com, she knows' 'write to ann@example.com: she knows'; do
  seen=$("$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$extensions" -d extension=mbstring -d extension=iconv -d extension=ctype run.php "$text" 2> /dev/null)
  printf '%s\n  standard: mailto:ann@example.com\n  seen:     %s\n' "$text" "$seen"
  all+="$seen "
done
[ "$all" = 'mailto:ann@example.com mailto:ann@example.com: ' ]
