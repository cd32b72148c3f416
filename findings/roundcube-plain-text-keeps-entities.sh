#!/usr/bin/env bash
# Expected: the plain text that Roundcube makes of an HTML message has its links as they are: ?a=1&b=2.
# It lists them at the end as HTML writes them, ?a=1&amp;b=2, while the words before them are decoded. The text goes out
# as the plain alternative of what its users write, and is what they read with HTML off: such a link asks for "amp;b".
# With links to confirm or unsubscribe the token does not arrive, and the site calls it wrong.
# HTML, attribute values hold character references (13.1.2.3); RFC 2046 section 5.1.4 (alternatives have the same content).
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
$text = (new rcube_html2text('<p><a href="https://example.com/?a=1&amp;b=2">confirm</a> with Tom &amp; Ann</p>'))->get_text();
echo preg_match('/^\[1\] (.*)$/m', $text, $link) ? $link[1] : 'no link', "\n", strstr($text, "\n", true), "\n";
PHP
seen=$("$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$extensions" -d extension=mbstring -d extension=iconv -d extension=ctype run.php 2> /dev/null)
echo 'Roundcube 1.6.5'
printf 'https://example.com/?a=1&amp;b=2\n  standard: https://example.com/?a=1&b=2\n  seen:     %s\n' "$(head -n 1 <<< "$seen")"
printf 'the words\n  standard: confirm [1] with Tom & Ann\n  seen:     %s\n' "$(tail -n 1 <<< "$seen")"
[ "$seen" = "$(printf 'https://example.com/?a=1&amp;b=2\nconfirm [1] with Tom & Ann')" ]
