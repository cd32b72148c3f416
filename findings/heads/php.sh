# Read by the findings on PHP, with the packages of Debian that each needs besides: unpacks them and PHP into a temporary folder,
# writes load.php there, which finds the classes of Roundcube and Horde, and defines `php`.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download "$@" php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libedit2 libbsd0 libmagic1 libonig5 libsodium23 libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
php() {
  LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':') \
    "$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$(echo "$work"/unpacked/usr/lib/php/2*)" -d extension=mbstring -d extension=iconv \
    -d extension=ctype "$@" 2> /dev/null
}
cat > load.php <<'PHP'
<?php
ini_set('display_errors', '0');
define('RCUBE_INSTALL_PATH', __DIR__ . '/unpacked/usr/share/roundcube/');
const ROUNDCUBE = RCUBE_INSTALL_PATH . 'program/lib/Roundcube/';
spl_autoload_register(function ($name) {
    foreach ([ROUNDCUBE . "$name.php", __DIR__ . '/unpacked/usr/share/php/' . strtr($name, '_', '/') . '.php'] as $file) {
        if (is_file($file)) {
            require $file;
            return;
        }
    }
});
if (is_file(ROUNDCUBE . 'bootstrap.php')) {
    require ROUNDCUBE . 'bootstrap.php';
}
PHP
