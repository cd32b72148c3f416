#!/usr/bin/env bash
# Expected: readers of HTML leave a link with "&copy=2" as it is written: an entity without its semicolon that stands
# before "=" is none there. Browsers, lynx and w3m do, and so does html-to-text for Node.
# html.parser of Python, on which html2text stands, and HTML::Parser of Perl put the sign of the copyright into the link;
# &reg=, &para=, &section= and &not= fare alike. A link to unsubscribe or to sign in then leads elsewhere.
# HTML, section 13.2.5.73 (named character reference state, "as part of an attribute") and 13.1.4 (no ambiguous ampersand).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl, and npm besides.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3.11-minimal=3.11.2-6+deb12u8 libpython3.11-minimal=3.11.2-6+deb12u8 libpython3.11-stdlib=3.11.2-6+deb12u8 \
  python3-html2text=2020.1.16-2 libhtml-parser-perl=3.81-1+deb12u1 libhtml-tagset-perl libexpat1 zlib1g 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
npm install --silent --no-audit --no-fund --ignore-scripts html-to-text@10.0.1
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
perl5=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':')
printf 'import sys\nimport html2text\n\nprint(html2text.html2text(sys.argv[1]).strip())\n' > run.py
printf 'import { convert } from "html-to-text";\n\nconsole.log(convert(process.argv[2]));\n' > run.mjs
python_reads() {
  LD_LIBRARY_PATH=$libraries PYTHONHOME=$work/unpacked/usr PYTHONPATH=unpacked/usr/lib/python3/dist-packages PYTHONIOENCODING=utf-8 \
    unpacked/usr/bin/python3.11 -S run.py "$1"
}
perl_reads() {
  PERL5LIB=$perl5 perl -CO -MHTML::Parser -e \
    'HTML::Parser->new(api_version => 3, start_h => [sub { print "$_[0]{href}\n" }, "attr"])->parse($ARGV[0])->eof' "$1"
}
echo 'Python 3.11.2, html2text 2020.1.16, HTML::Parser 3.81, html-to-text 10.0.1'
all=''
for link in 'https://example.com/u?id=1&list=2' 'https://example.com/u?id=1&copy=2'; do
  html="<a href=\"$link\">x</a>"
  one=$(python_reads "$html")
  two=$(perl_reads "$html")
  three=$(node run.mjs "$html")
  printf '%s\n  html2text:    %s\n  HTML::Parser: %s\n  html-to-text: %s\n' "$link" "$one" "$two" "$three"
  all+="$one $two $three "
done
known='[x](https://example.com/u?id=1&list=2) https://example.com/u?id=1&list=2 x [https://example.com/u?id=1&list=2] '
known+='[x](https://example.com/u?id=1©=2) https://example.com/u?id=1©=2 x [https://example.com/u?id=1&copy=2] '
[ "$all" = "$known" ]
