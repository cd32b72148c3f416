#!/usr/bin/env bash
# Expected: what hands a message to the queue leaves the recipient as it is, or writes it in a form that is valid.
# nullmailer-inject writes addresses anew and takes the quotes from "ann doe"@example.com, for the blank in it is
# no sign to it that needs them; "a@b"@example.com keeps its quotes.
# The message goes out with a field that is no longer valid, though the one given was.
# RFC 5322 section 3.4.1 and 3.2.4 (a blank stands in quotes only).
# Needs Debian 12 (apt-get download of a pinned package, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download nullmailer=1:2.2-4 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
written() { printf 'From: bob@example.org\nTo: %s\nSubject: s\n\nx\n' "$1" | "$work/unpacked/usr/bin/nullmailer-inject" -n | grep '^To:'; }
one=$(written '"a@b"@example.com')
other=$(written '"ann doe"@example.com')
echo 'nullmailer 2.2'
printf '"a@b"\n  standard: To: "a@b"@example.com\n  seen:     %s\n' "$one"
printf '"ann doe"\n  standard: To: "ann doe"@example.com\n  seen:     %s\n' "$other"
[ "$one" = 'To: "a@b"@example.com' ] && [ "$other" = 'To: ann doe@example.com' ]
