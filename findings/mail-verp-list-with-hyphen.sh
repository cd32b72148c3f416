#!/usr/bin/env bash
# Expected: Mail::Verp decodes the return path that it made: into the list, and the recipient whose mail came back.
# It writes the list as it is and parts both at the first hyphen: of team-news@ and ann@ it reads the list "team", and a
# recipient news-ann@, whom nobody wrote to. The recipient's own hyphens are escaped, the list's are not.
# Lists with a hyphen are the rule: a bounce counts against another mailbox, and the dead one gets mail for ever.
# VERP (D. J. Bernstein, 1997) parts at the last mark that the list's own name has; the manual promises both parts back.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-verp-perl=0.06+dfsg-4 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::Verp;

for my $list ('news@example.com', 'team-news@example.com') {
  print join(' ', Mail::Verp->decode(Mail::Verp->encode($list, 'ann-marie@example.org'))), "\n";
}
PERL
seen=$(PERL5LIB=unpacked/usr/share/perl5 perl run.pl)
echo 'Mail::Verp 0.06'
printf 'news@example.com, ann-marie@example.org\n  seen:     %s\n' "$(head -n 1 <<< "$seen")"
printf 'team-news@example.com, ann-marie@example.org\n  standard: team-news@example.com ann-marie@example.org\n  seen:     %s\n' "$(tail -n 1 <<< "$seen")"
[ "$seen" = "$(printf '%s\n' 'news@example.com ann-marie@example.org' 'team@example.com news-ann-marie@example.org')" ]
