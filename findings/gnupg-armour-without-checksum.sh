#!/usr/bin/env bash
# Expected: armour without a checksum is read like any other. It ends where the line of dashes begins.
# GnuPG 2.2 reads the dashes and letters of that line as data where the last line before it is full, which one message of three has:
# it gives the text, says "no valid OpenPGP data found" behind it, and exits with 2. With padding before the line all is well.
# Programs that ask GnuPG by its exit code show the mail as one that cannot be opened.
# RFC 9580 section 6.1: a checksum should not be written, and armour must not be refused for want of one.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download gpg=2.2.40-1.1+deb12u2 libassuan0 libgcrypt20 libgpg-error0 libreadline8 libsqlite3-0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
mkdir -m 700 home
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
# A message of one packet: literal data (tag 11), binary, without a name and a date, of so many letters.
armoured() {
  echo '-----BEGIN PGP MESSAGE-----'
  echo
  { printf '\313%bb\0\0\0\0\0' "\\0$(printf %o $((6 + $1)))"; printf 'a%.0s' $(seq "$1"); } | base64 -w 64
  echo '-----END PGP MESSAGE-----'
}
open() {
  local code=0
  armoured "$1" | LD_LIBRARY_PATH=$libraries unpacked/usr/bin/gpg --batch --homedir home -d > text 2> said || code=$?
  echo "  $1 letters: exit code $code, $(wc -c < text) octets, $(tail -n 1 said)"
}
LD_LIBRARY_PATH=$libraries unpacked/usr/bin/gpg --version | head -n 1
echo 'Wanted: exit code 0 and all octets of each'
for letters in 40 41 42; do open "$letters"; done | tee seen
[ "$(grep -c 'exit code 2, 40 octets, gpg: no valid OpenPGP data found' seen)" = 1 ] && [ "$(grep -c 'exit code 0' seen)" = 2 ]
