#!/usr/bin/env bash
# Expected: a field of a list may name several ways, and a program takes the first one that it knows: for posts, the address.
# Mail::ListDetector takes all from the first `mailto:` to the last bracket for the address, so that a page behind it is part of it,
# and asks the first link alone: with the page before the address, the same list is no list.
# What sorts lists into folders makes one folder for each way to write the field, and what sends no absence note to lists sends one
# to these. Ask for List-Id first, and read each link between its own brackets.
# RFC 2369 section 2 (several URLs, of which the client takes the first that it can use).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-listdetector-perl=1.04+dfsg-2 libmailtools-perl=2.21-2 libtimedate-perl liburi-perl libemail-abstract-perl \
  libemail-valid-perl libemail-simple-perl libemail-date-format-perl libmodule-pluggable-perl libmro-compat-perl libclass-accessor-perl 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::Internet;
use Mail::ListDetector;

my $changed = 0;
print "Mail::ListDetector $Mail::ListDetector::VERSION\n";
for my $case (
    ['<mailto:news@example.com>', 'news@example.com'],
    ['<mailto:news@example.com>, <https://lists.example.com/news>', 'news@example.com>,+<https://lists.example.com/news'],
    ['<https://lists.example.com/news>, <mailto:news@example.com>', 'no list'],
) {
    my ($links, $known) = @$case;
    my $list = Mail::ListDetector->new(Mail::Internet->new(["From: ann\@example.com\n", "List-Post: $links\n", "\n", "hello\n"]));
    my $seen = $list ? $list->posting_address : 'no list';
    print "List-Post: $links\n  standard: news\@example.com\n  seen:     $seen\n";
    $changed ||= $seen ne $known;
}
exit($changed ? 1 : 0);
PERL
PERL5LIB=unpacked/usr/share/perl5 perl run.pl
