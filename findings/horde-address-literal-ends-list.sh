#!/usr/bin/env bash
# Expected: Horde's parser of address lists, which its web mail answers with, reads all addresses of a list.
# It ends at an IPv6 address literal, which is an address, without an error: who stands before it is there, it and all behind it
# are not. "Answer all" goes to the first few. An IPv4 literal it reads, and leaves the brackets away: bob@192.0.2.1 is none.
# RFC 5322 section 3.4.1 (domain-literal), RFC 5321 section 4.1.3 (IPv6 in address literals).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download php-horde-mail=2.6.6-5 php-horde-idna=1.1.2-6 php-horde-util=2.5.12-2 php-horde-exception php-horde-translation \
  php-horde-stream-filter php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libedit2 libbsd0 libmagic1 libonig5 libsodium23 libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
extensions=$(echo "$work"/unpacked/usr/lib/php/2*)
cat > run.php <<'PHP'
<?php
ini_set('display_errors', '0');
spl_autoload_register(function ($name) {
    $file = __DIR__ . '/unpacked/usr/share/php/' . strtr($name, '_', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
echo implode(', ', (new Horde_Mail_Rfc822())->parseAddressList($argv[1])->addresses), "\n";
PHP
echo 'Horde_Mail 2.6.6'
all=''
for middle in bob@example.org 'bob@[192.0.2.1]' 'bob@[IPv6:2001:db8::1]'; do
  list="ann@example.com, $middle, carl@example.net"
  seen=$("$work/unpacked/usr/bin/php8.2" -n -d extension_dir="$extensions" -d extension=mbstring -d extension=iconv -d extension=ctype run.php "$list" 2> /dev/null)
  printf 'standard: %s\nseen:     %s\n' "$list" "$seen"
  all+="$seen|"
done
[ "$all" = 'ann@example.com, bob@example.org, carl@example.net|ann@example.com, bob@192.0.2.1, carl@example.net|ann@example.com|' ]
