#!/usr/bin/env bash
# Expected: who makes links of addresses in a text leaves the punctuation behind them out, as Roundcube does with full stops,
# commas and question marks.
# It takes a colon behind an address into the link: "Write to ann@example.com: she knows" gives mailto:ann@example.com:, and
# the answer goes to a domain "example.com:", which no server takes.
# RFC 5322 section 3.4.1 (a domain has no colon), RFC 6068 section 2.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" roundcube-core=1.6.5+dfsg-1+deb12u9
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
$links = new rcube_string_replacer();
echo preg_match('/href="([^"]*)"/', $links->resolve($links->replace($argv[1])), $link) ? $link[1] : 'no link', "\n";
PHP
echo 'Roundcube 1.6.5'
all=''
for text in 'write to ann@example.com, she knows' 'write to ann@example.com: she knows'; do
  seen=$(php run.php "$text")
  printf '%s\n  standard: mailto:ann@example.com\n  seen:     %s\n' "$text" "$seen"
  all+="$seen "
done
[ "$all" = 'mailto:ann@example.com mailto:ann@example.com: ' ]
