#!/usr/bin/env bash
# Expected: openssl cms reads the encoding of an S/MIME message from its Content-Transfer-Encoding.
# It takes each for base64, whatever the field says: with "binary" it finds a "decode error" where the bytes are in order.
# Servers with BINARYMIME and programs that store mail so keep it binary; an encrypted message is unreadable then.
# RFC 8551 section 3.1.3 (binary is allowed where the transport is), RFC 2045 section 6.
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
for encoding in base64 binary; do
  {
    printf 'MIME-Version: 1.0\nContent-Transfer-Encoding: %s\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\n' "$encoding"
    if [ "$encoding" = binary ]; then cat text.der; else base64 -w 64 text.der; fi
  } > message
  one=$(opened)
  printf '%s\n  standard: hello\n  seen:     %s\n' "$encoding" "$one"
  all+="$one; "
done
[ "$all" = 'hello; b64_read_asn1:decode error; ' ]
