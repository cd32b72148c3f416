#!/usr/bin/env bash
# Expected: a decoder of encoded words knows that the charset may be followed by a language, =?utf-8*de?Q?...?=, and drops it.
# decode_header and make_header of Python hand "utf-8*de" to the codecs and raise LookupError, Exim gives up the whole
# expansion of ${rfc2047d:...} for it. Encode of Perl reads the word, and so does email.policy.default of Python.
# What reads all mail, for rules or an archive, stops at the first message of a program that names languages.
# RFC 2231 section 5 (charset and language in encoded words).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3.11-minimal=3.11.2-6+deb12u8 libpython3.11-minimal=3.11.2-6+deb12u8 libpython3.11-stdlib=3.11.2-6+deb12u8 \
  exim4-daemon-light=4.96-15+deb12u10 libnss-wrapper libdb5.3 libevent-2.1-7 libgnutls-dane0 libgssapi-krb5-2 libidn12 libidn2-0 \
  libk5crypto3 libkeyutils1 libkrb5-3 libkrb5support0 libnsl2 libtirpc3 libunbound8 libcom-err2 libexpat1 zlib1g 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
mkdir spool
chmod a-s unpacked/usr/sbin/exim4
printf 'spool_directory = %s/spool\nlog_file_path = %s/spool/%%slog\ntls_advertise_hosts =\n' "$work" "$work" > settings
# Exim wants the user that its package would make.
{ cat /etc/passwd; echo 'Debian-exim:x:65533:65533::/:/bin/false'; } > users
{ cat /etc/group; echo 'Debian-exim:x:65533:'; } > groups
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
exim_reads() {
  LD_LIBRARY_PATH=$libraries LD_PRELOAD=libnss_wrapper.so NSS_WRAPPER_PASSWD=$work/users NSS_WRAPPER_GROUP=$work/groups \
    unpacked/usr/sbin/exim4 -C "$work/settings" -be "\${rfc2047d:$1}" 2> /dev/null | sed 's/^Failed.*/failed/'
}
cat > run.py <<'PYTHON'
import sys
from email.header import decode_header, make_header

try:
    print(make_header(decode_header(sys.argv[1])))
except LookupError:
    print('LookupError')
PYTHON
python_reads() {
  LD_LIBRARY_PATH=$libraries PYTHONHOME=$work/unpacked/usr PYTHONIOENCODING=utf-8 unpacked/usr/bin/python3.11 -S run.py "$1"
}
perl_reads() { perl -CO -MEncode -e 'print decode("MIME-Header", $ARGV[0])' "$1"; }
echo 'Python 3.11.2, Exim 4.96'
all=''
for word in '=?utf-8?Q?J=C3=B6rg?=' '=?utf-8*de?Q?J=C3=B6rg?='; do
  one=$(python_reads "$word")
  two=$(exim_reads "$word")
  three=$(perl_reads "$word")
  printf '%s\n  standard: Jörg\n  Python:   %s\n  Exim:     %s\n  Encode:   %s\n' "$word" "$one" "$two" "$three"
  all+="$one $two $three "
done
[ "$all" = 'Jörg Jörg Jörg LookupError failed Jörg ' ]
