#!/usr/bin/env bash
# Expected: Roundcube gives a file the name that its quotes hold, filename="a \"b\" c.pdf".
# When it parses a message itself, as it does with decrypted ones and with messages in messages, it ends the name at the
# escaped quote: "a \" is left, and the ending .pdf is gone. The file opens in no program, and filters by ending miss it.
# RFC 2045 section 5.1 (value is a quoted-string), RFC 5322 section 3.2.4 (\" is a quote mark in it).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" roundcube-core=1.6.5+dfsg-1+deb12u9
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
$file = rcube_mime::parse_message("Content-Type: application/pdf\r\nContent-Disposition: attachment; filename={$argv[1]}\r\n\r\nx");
echo $file->filename, "\n";
PHP
echo 'Roundcube 1.6.5'
all=''
for name in '"a b c.pdf"' '"a \"b\" c.pdf"'; do
  seen=$(php run.php "$name")
  standard=${name#\"}
  standard=${standard%\"}
  printf '%s\n  standard: %s\n  seen:     %s\n' "$name" "${standard//\\/}" "$seen"
  all+="$seen|"
done
[ "$all" = 'a b c.pdf|a \|' ]
