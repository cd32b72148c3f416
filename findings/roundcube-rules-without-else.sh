#!/usr/bin/env bash
# Expected: the rules editor of Roundcube, which reads the script on the server and writes it back, leaves rules that it does not
# show as they are, or says that it cannot.
# It makes "if" of each elsif, and leaves out else. With rules that a phone or a mail program wrote, mail that one rule took is
# filed once more by the next, and "keep what I know, discard the rest" keeps everything. One rule that is changed is enough.
# RFC 5228 section 3.1 (elsif and else run when what is before them did not).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" roundcube-plugins=1.6.5+dfsg-1+deb12u9
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
require __DIR__ . '/unpacked/usr/share/roundcube/plugins/managesieve/lib/Roundcube/rcube_sieve_script.php';
$rules = (new rcube_sieve_script($argv[1]))->as_text();
echo trim(preg_replace('/\s+/', ' ', preg_replace('/^require .*$/m', '', $rules))), "\n";
PHP
echo 'Roundcube 1.6.5'
all=''
known='if header :is "a" "b" { keep; }|if header :is "a" "b" { keep; } if header :is "c" "d" { stop; }|if header :is "a" "b" { keep; }|'
for rules in 'if header :is "a" "b" { keep; }' 'if header :is "a" "b" { keep; } elsif header :is "c" "d" { stop; }' \
  'if header :is "a" "b" { keep; } else { discard; }'; do
  seen=$(php run.php "$rules")
  printf 'standard: %s\nseen:     %s\n' "$rules" "$seen"
  all+="$seen|"
done
[ "$all" = "$known" ]
