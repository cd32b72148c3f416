#!/usr/bin/env bash
# Expected: MHonArc, which makes web archives of mailing lists, joins the lines of format=flowed as the message says.
# With delsp=yes the blank at the end of a line is not part of the text, so that a long link may go on in the next line. MHonArc
# does not look at it: the link ends at the fold and leads nowhere, and words of languages without blanks get some.
# RFC 3676 section 4.1 (with DelSp the blank is removed before the next line is added).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mhonarc=2.6.19-2.2 2> /dev/null
dpkg-deb -x mhonarc_*.deb unpacked
read_back() {
  printf 'From ann@example.com Fri Nov 20 10:00:00 2026\nFrom: ann@example.com\nSubject: s\nMessage-ID: <1@example.com>\n' > mbox
  printf 'Date: Fri, 20 Nov 2026 10:00:00 +0100\nMIME-Version: 1.0\nContent-Type: text/plain; format=flowed; delsp=yes\n\n%b\n\n' "$1" >> mbox
  rm -rf archive
  mkdir archive
  perl -I unpacked/usr/share/mhonarc unpacked/usr/bin/mhonarc -quiet -outdir archive mbox
  grep -o 'href="https[^"]*' archive/msg00000.html | sed 's/href="//'
}
echo 'MHonArc 2.6.19'
all=''
for link in 'https://example.org/long-name' 'https://example.org/long- \nname'; do
  seen=$(read_back "$link")
  printf '%s\n  standard: https://example.org/long-name\n  seen:     %s\n' "$link" "$seen"
  all+="$seen "
done
[ "$all" = 'https://example.org/long-name https://example.org/long- ' ]
