#!/usr/bin/env bash
# Expected: the plain text that Roundcube makes of an HTML message has its links as they are: ?a=1&b=2.
# It lists them at the end as HTML writes them, ?a=1&amp;b=2, while the words before them are decoded. The text goes out
# as the plain alternative of what its users write, and is what they read with HTML off: such a link asks for "amp;b".
# With links to confirm or unsubscribe the token does not arrive, and the site calls it wrong.
# HTML, attribute values hold character references (13.1.2.3); RFC 2046 section 5.1.4 (alternatives have the same content).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" roundcube-core=1.6.5+dfsg-1+deb12u9
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
$text = (new rcube_html2text('<p><a href="https://example.com/?a=1&amp;b=2">confirm</a> with Tom &amp; Ann</p>'))->get_text();
echo preg_match('/^\[1\] (.*)$/m', $text, $link) ? $link[1] : 'no link', "\n", strstr($text, "\n", true), "\n";
PHP
seen=$(php run.php)
echo 'Roundcube 1.6.5'
printf 'https://example.com/?a=1&amp;b=2\n  standard: https://example.com/?a=1&b=2\n  seen:     %s\n' "$(head -n 1 <<< "$seen")"
printf 'the words\n  standard: confirm [1] with Tom & Ann\n  seen:     %s\n' "$(tail -n 1 <<< "$seen")"
[ "$seen" = "$(printf 'https://example.com/?a=1&amp;b=2\nconfirm [1] with Tom & Ann')" ]
