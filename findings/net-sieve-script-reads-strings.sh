#!/usr/bin/env bash
# Expected: a library that reads and writes Sieve scripts knows strings: brackets and semicolons in one are text.
# Net::Sieve::Script takes comments in brackets away in strings as well, ends commands at semicolons and blocks at braces in them.
# "Discard what has (spam) in its subject" becomes "discard what has a blank in its subject", which is nearly all mail, and a
# folder "Work; old" leaves a string without an end, which no server takes.
# RFC 5228 sections 2.4.2 (strings) and 2.3 (comments are #... and /*...*/).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libnet-sieve-script-perl=0.09-2 libclass-accessor-perl=0.51-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
export PERL5LIB=$work/unpacked/usr/share/perl5
cat > run.pl <<'PERL'
use strict;
use Net::Sieve::Script;

my $written = Net::Sieve::Script->new($ARGV[0])->write_script;
$written =~ s/^require .*\n//mg;
$written =~ s/\s+/ /g;
$written =~ s/^ | $//g;
print "$written\n";
PERL
echo 'Net::Sieve::Script 0.09'
all=''
for pair in 'subject=spam' 'subject=(spam)' 'folder=Work' 'folder=Work; old'; do
  text=${pair#*=}
  if [ "${pair%%=*}" = subject ]; then
    rules="if header :contains \"subject\" \"$text\" { discard; }"
  else
    rules="if header :is \"a\" \"b\" { fileinto \"$text\"; }"
  fi
  seen=$(perl run.pl "$rules" 2> /dev/null)
  printf 'standard: %s\nseen:     %s\n' "$rules" "$seen"
  all+="$seen|"
done
known='if header :contains "subject" "spam" { discard; }|if header :contains "subject" " " { discard; }|'
known+='if header :is "a" "b" { fileinto "Work"; }|if header :is "a" "b" { fileinto "Work; }|'
[ "$all" = "$known" ]
