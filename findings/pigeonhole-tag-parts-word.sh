#!/usr/bin/env bash
# Expected: body :text of Sieve looks at the text of an HTML message as a person reads it: a bold letter does not part a word.
# Pigeonhole puts a blank in place of each tag: "<b>In</b>voice 47" is "In voice 47", and the rule for invoices does not hold. What
# extracttext takes out for a notice has the blank, too; of a code with a coloured half only one half can be copied.
# Newsletters and shops mark parts of words. Their mail stays where it should not be.
# RFC 5173 section 5.3 (:text is the text, as well as a program can get at it); in HTML, b and span are inline and part no words.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/pigeonhole.sh"
found() {
  printf 'From: ann@example.org\nTo: bob@example.com\nSubject: s\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>%s</p>\n' \
    "$1" > message
  printf 'require ["body", "fileinto"];\nif body :text :contains "Invoice 47" { fileinto "found"; }\n' > rules.sieve
  "$work/unpacked/usr/bin/sieve-test" -c dovecot.conf -f ann@example.org -r bob@example.com rules.sieve message 2>&1 |
    grep -q 'folder: found' && echo yes || echo no
}
echo 'Pigeonhole 0.5.19'
all=''
for text in 'Invoice 47' 'Invoice <b>47</b>' '<b>In</b>voice 47'; do
  seen=$(found "$text")
  printf '%s\n  standard: yes\n  seen:     %s\n' "$text" "$seen"
  all+="$seen "
done
[ "$all" = 'yes yes no ' ]
