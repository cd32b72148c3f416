#!/usr/bin/env bash
# Expected: a rule "from the firm, and (to me or to the team)" is the same when Roundcube's editor of rules has read and written it.
# It makes one list of all tests, and when any of the words is allof, all of them must hold: allof(A, anyof(B, C)) and
# anyof(A, allof(B, C)) both become allof(A, B, C), which hardly ever holds. What was to be filed or discarded comes in, and
# one rule that is changed is enough: the whole script is written anew.
# RFC 5228 sections 5.2 and 5.3 (allof and anyof take lists of tests, each of which may be one of them).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download roundcube-plugins=1.6.5+dfsg-1+deb12u9 php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libedit2 libbsd0 libmagic1 libonig5 \
  libsodium23 libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
cat > run.php <<'PHP'
<?php
ini_set('display_errors', '0');
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
  seen=$("$work/unpacked/usr/bin/php8.2" -n run.php "$rules" 2> /dev/null)
  printf 'standard: %s\nseen:     %s\n' "$rules" "$seen"
  all+="$seen|"
done
[ "$all" = "if allof ($a, $b) { keep; }|if allof ($a, $b, $c) { keep; }|if allof ($a, $b, $c) { discard; }|" ]
