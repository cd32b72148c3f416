#!/usr/bin/env bash
# Expected: where DKIM has a list with colons, who verifies looks for its own word among the others.
# dkimpy compares the list with the word as a whole. A signature that names a second way to its key, q=dns/txt:dns/dkey, is
# refused, and a key for mail and reports, s=email:tlsrpt, is no key for mail.
# Both lists are there to bring new things beside the old: who uses them fails DKIM and DMARC at each receiver with dkimpy.
# RFC 6376 sections 3.5 (q=, what is not known MUST be ignored) and 3.6.1 (s=); RFC 8460 section 3 (tlsrpt).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), python3 and openssl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
public=$(openssl rsa -in private.pem -pubout -outform DER 2> /dev/null | base64 -w 0)
body=$(printf 'hello\r\n' | openssl dgst -sha256 -binary | base64)
cat > verify.py <<'PYTHON'
import dkim

record = open('record', 'rb').read().strip()
print('pass' if dkim.verify(open('message', 'rb').read(), dnsfunc=lambda name, timeout=5: record) else 'fail')
PYTHON
verified() {
  local field="v=1; a=rsa-sha256; c=relaxed/simple; q=$1; d=example.com; s=s1; h=from; bh=$body; b=" signature
  signature=$(printf 'from:ann@example.com\r\ndkim-signature:%s' "$field" | openssl dgst -sha256 -sign private.pem | base64 -w 0)
  printf 'DKIM-Signature: %s%s\r\nFrom: ann@example.com\r\n\r\nhello\r\n' "$field" "$signature" > message
  echo "v=DKIM1; k=rsa; s=$2; p=$public" > record
  PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 verify.py 2> /dev/null
}
echo 'dkimpy 1.1.4'
all=''
for lists in 'dns/txt email' 'dns/txt:dns/dkey email' 'dns/txt email:tlsrpt'; do
  seen=$(verified "${lists% *}" "${lists#* }")
  printf 'signature q=%s, key s=%s\n  standard: pass\n  seen:     %s\n' "${lists% *}" "${lists#* }" "$seen"
  all+="$seen "
done
[ "$all" = 'pass fail fail ' ]
