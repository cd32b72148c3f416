#!/usr/bin/env bash
# Expected: openssl cms, which reads S/MIME messages by default, reads their fields as MIME has them.
# It finds "no content type" when the value of Content-Type begins in the next line, and takes each message for base64, whatever
# Content-Transfer-Encoding says: "binary" is a "decode error". openssl smime reads with the same code.
# Programs that fold a long line before its first blank, relays that fold anew, and stores with BINARYMIME so make
# encrypted messages that cannot be opened, and the key is fine.
# RFC 5322 section 2.2.3 (folding), RFC 2045 sections 5.1 and 6, RFC 8551 section 3.2 (which encoding, depends on the way it goes).
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
for how in 'base64 application/pkcs7-mime;\n smime-type=enveloped-data' 'base64 \n application/pkcs7-mime; smime-type=enveloped-data' \
  'binary application/pkcs7-mime;\n smime-type=enveloped-data'; do
  encoding=${how%% *}
  type=${how#* }
  {
    printf 'MIME-Version: 1.0\nContent-Transfer-Encoding: %s\nContent-Type: %b\n\n' "$encoding" "$type"
    if [ "$encoding" = binary ]; then cat text.der; else base64 -w 64 text.der; fi
  } > message
  one=$(opened)
  printf '%s, Content-Type: %s\n  standard: hello\n  seen:     %s\n' "$encoding" "$type" "$one"
  all+="$one; "
done
[ "$all" = 'hello; SMIME_read_ASN1_ex:no content type; b64_read_asn1:decode error; ' ]
