#!/usr/bin/env bash
# Expected: nullmailer, which takes the mail of a machine without a server of its own, reads each address of RFC 5322;
# a recipient at an address literal goes on to the relay, which knows what to do with it.
# nullmailer-inject cannot parse it, in To, Cc or Reply-To, with IPv4 or IPv6, and takes nothing of the whole message,
# for whatever other recipients: what a program reports by mail is lost for one address in a field, even Reply-To.
# RFC 5322 section 3.4.1 (domain = dot-atom / domain-literal / obs-domain), RFC 5321 section 4.1.3.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download nullmailer=1:2.2-4 libgnutls30 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
recipients() {
  printf '%s\n' 'From: shop@example.com' "$@" 'Subject: hello' '' 'hello' > message
  { unpacked/usr/bin/nullmailer-inject -n -v -f shop@example.com < message 2>&1 || true; } \
    | sed -n -e '/^nullmailer-inject:/{s/.*/refused/p;q;}' -e '/^$/q' -e '1d;p' | tr '\n' ' '
}
echo 'nullmailer 2.2'
all=''
for fields in 'To: ann@example.org' 'To: ann@example.org, root@[192.0.2.1]' 'To: root@[IPv6:2001:db8::1]'; do
  one=$(recipients "$fields")
  printf '%s\n  standard: each address is a recipient\n  seen:     %s\n' "$fields" "$one"
  all+="$one; "
done
one=$(recipients 'To: ann@example.org' 'Reply-To: root@[192.0.2.1]')
printf 'To: ann@example.org, Reply-To: root@[192.0.2.1]\n  standard: ann@example.org is a recipient\n  seen:     %s\n' "$one"
all+="$one; "
[ "$all" = 'ann@example.org ; refused ; refused ; refused ; ' ]
