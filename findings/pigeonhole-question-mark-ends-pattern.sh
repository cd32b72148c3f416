#!/usr/bin/env bash
# Expected: in :matches of Sieve a question mark stands for one sign, and what is behind it has to be there.
# Pigeonhole compares nothing that stands between a question mark and the star that ends the pattern: "order ? paid*" is true for
# each order, paid or open, and for orders of three digits. Without the star at the end, and with letters before it, all is well.
# Rules so file, forward and throw away mail that they do not name, and nobody looks for it there.
# RFC 5228 section 2.7.1 (:matches).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/pigeonhole.sh"
printf 'From: ann@example.org\nTo: bob@example.com\nSubject: order 7 open since May\nMessage-ID: <1@example.org>\n\nx\n' > message
matched() {
  printf 'require "fileinto";\nif header :matches "subject" "%s" { fileinto "paid"; }\n' "$1" > rules.sieve
  rm -f rules.svbin
  "$work/unpacked/usr/bin/sieve-test" -f ann@example.org -r bob@example.com rules.sieve message 2>&1 |
    grep 'folder: paid' > /dev/null && echo yes || echo no
}
echo 'Pigeonhole 0.5.19'
echo 'Subject: order 7 open since May'
all=''
for pattern in 'order ? open*' 'order 7 paid*' 'order ? paid' 'order ? paid*'; do
  standard=no
  [ "$pattern" != 'order ? open*' ] || standard=yes
  seen=$(matched "$pattern")
  printf '"%s"\n  standard: %s\n  seen:     %s\n' "$pattern" "$standard" "$seen"
  all+="$seen "
done
[ "$all" = 'yes no no yes ' ]
