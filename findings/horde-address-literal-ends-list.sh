#!/usr/bin/env bash
# Expected: Horde's parser of address lists, which its web mail answers with, reads all addresses of a list.
# It ends at an IPv6 address literal, which is an address, without an error: who stands before it is there, it and all behind it
# are not. "Answer all" goes to the first few. An IPv4 literal it reads, and leaves the brackets away: bob@192.0.2.1 is none.
# RFC 5322 section 3.4.1 (domain-literal), RFC 5321 section 4.1.3 (IPv6 in address literals).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" php-horde-mail=2.6.6-5 php-horde-idna=1.1.2-6 php-horde-util=2.5.12-2 php-horde-exception \
  php-horde-translation php-horde-stream-filter
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
echo implode(', ', (new Horde_Mail_Rfc822())->parseAddressList($argv[1])->addresses), "\n";
PHP
echo 'Horde_Mail 2.6.6'
all=''
for middle in bob@example.org 'bob@[192.0.2.1]' 'bob@[IPv6:2001:db8::1]'; do
  list="ann@example.com, $middle, carl@example.net"
  seen=$(php run.php "$list")
  printf 'standard: %s\nseen:     %s\n' "$list" "$seen"
  all+="$seen|"
done
[ "$all" = 'ann@example.com, bob@example.org, carl@example.net|ann@example.com, bob@192.0.2.1, carl@example.net|ann@example.com|' ]
