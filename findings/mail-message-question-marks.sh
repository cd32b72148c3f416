#!/usr/bin/env bash
# Expected: a name that was read from a message is written into the next one with all its letters.
# Mail::Message (Mail::Box) decodes it well, and writes it back as US-ASCII, whatever it was read from: =?us-ascii?q?J=3Frg?=,
# with a question mark for each letter beyond. Only who names a charset for each address anew gets Jörg.
# An answer, a list or an address book made so shows "J?rg" to all, and nothing warns.
# RFC 2047 section 2 (the charset of an encoded word is that of its letters).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-message-perl=3.012-1 libuser-identity-perl=1.01-1 libmailtools-perl=2.21-2 libmime-types-perl=2.24-1 libtimedate-perl=2.3300-2 \
  libio-stringy-perl liburi-perl libregexp-ipv6-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::Message::Field::Full;

binmode STDOUT, ':utf8';
my ($ann) = Mail::Message::Field::Full->new(To => '=?utf-8?Q?J=C3=B6rg?= <joerg@example.com>')->addresses;
print $ann->phrase, "\n", $ann->string, "\n";
PERL
seen=$(PERL5LIB=unpacked/usr/share/perl5 perl run.pl)
echo 'Mail::Message 3.012'
printf '=?utf-8?Q?J=C3=B6rg?= <joerg@example.com>\n  name, standard: Jörg\n  name, seen:     %s\n' "$(head -n 1 <<< "$seen")"
printf '  written, standard: =?utf-8?q?J=C3=B6rg?= <joerg@example.com>\n  written, seen:     %s\n' "$(tail -n 1 <<< "$seen")"
[ "$seen" = "$(printf '%s\n' Jörg '=?us-ascii?q?J=3Frg?= <joerg@example.com>')" ]
