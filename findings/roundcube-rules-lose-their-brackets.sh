#!/usr/bin/env bash
# Expected: a rule "from the firm, and (to me or to the team)" is the same when Roundcube's editor of rules has read and written it.
# It makes one list of all tests, and when any of the words is allof, all of them must hold: allof(A, anyof(B, C)) and
# anyof(A, allof(B, C)) both become allof(A, B, C), which hardly ever holds. What was to be filed or discarded comes in, and
# one rule that is changed is enough: the whole script is written anew.
# RFC 5228 sections 5.2 and 5.3 (allof and anyof take lists of tests, each of which may be one of them).
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
a='header :is "a" "1"'
b='header :is "b" "2"'
c='header :is "c" "3"'
for rules in "if allof ($a, $b) { keep; }" "if allof ($a, anyof ($b, $c)) { keep; }" "if anyof ($a, allof ($b, $c)) { discard; }"; do
  seen=$(php run.php "$rules")
  printf 'standard: %s\nseen:     %s\n' "$rules" "$seen"
  all+="$seen|"
done
[ "$all" = "if allof ($a, $b) { keep; }|if allof ($a, $b, $c) { keep; }|if allof ($a, $b, $c) { discard; }|" ]
