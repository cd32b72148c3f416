#!/usr/bin/env bash
# Expected: openssl cms, which reads S/MIME messages by default, reads a Content-Type whose value begins in the next line.
# It finds "no content type" then and opens nothing; with the type in the first line and parameters folded it reads it.
# Programs that fold before the first blank when a line grows long write it so, and who forwards may fold anew: an
# encrypted message is unreadable, and the key is fine. openssl smime reads with the same code.
# RFC 5322 section 2.2.3 (folding, wherever blanks are allowed), RFC 2045 section 5.1.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download openssl=3.0.20-1~deb12u2 libssl3=3.0.20-1~deb12u2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH OPENSSL_CONF=$work/unpacked/etc/ssl/openssl.cnf
openssl() { "$work/unpacked/usr/bin/openssl" "$@"; }
openssl req -x509 -nodes -newkey rsa:2048 -keyout ann.key -out ann.pem -days 2 -subj /CN=ann 2> /dev/null
printf 'hello' > text
openssl cms -encrypt -binary -aes256 -in text -outform DER -out text.der ann.pem
opened() { openssl cms -decrypt -in message -recip ann.pem -inkey ann.key 2> error || grep -o 'SMIME_read_ASN1_ex:[a-z ]*\|b64_read_asn1:[a-z ]*' error | head -n 1; }
echo 'openssl 3.0.20'
all=''
for type in 'application/pkcs7-mime;\n smime-type=enveloped-data' '\n application/pkcs7-mime; smime-type=enveloped-data'; do
  { printf 'MIME-Version: 1.0\nContent-Transfer-Encoding: base64\nContent-Type: %b\n\n' "$type"; base64 -w 64 text.der; } > message
  one=$(opened)
  printf 'Content-Type: %s\n  standard: hello\n  seen:     %s\n' "$type" "$one"
  all+="$one; "
done
[ "$all" = 'hello; SMIME_read_ASN1_ex:no content type; ' ]
