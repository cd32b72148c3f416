#!/usr/bin/env bash
# Expected: two OpenPGP programs ask a Web Key Directory for one address at the same place.
# For JÖRG@example.com gpg-wks-client lower-cases the ASCII letters only before it hashes, sq every letter: two names.
# A key published with the tools of the one is not found by the other, and no error tells why; with ASCII they agree.
# draft-koch-openpgp-webkey-service section 3.1 (ASCII is mapped to lower case, other letters are not changed).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download gpg-wks-client=2.2.40-1.1+deb12u2 sq=0.27.0-2+b1 libassuan0 libgcrypt20 libgpg-error0 libnettle8 libhogweed6 \
  libgmp10 libssl3 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH="$(echo "$work"/unpacked/usr/lib/*-linux-gnu*):$(echo "$work"/unpacked/lib/*-linux-gnu*)"
export LD_LIBRARY_PATH GNUPGHOME="$work"
gpg() { "$work/unpacked/usr/lib/gnupg/gpg-wks-client" --print-wkd-hash "$1" 2> /dev/null | cut -d ' ' -f 1; }
sq() { "$work/unpacked/usr/bin/sq" wkd url "$1" | sed -E 's#.*/hu/([a-z0-9]+).*#\1#'; }
echo 'gpg-wks-client 2.2.40, sq 0.27.0'
changed=0
for address in ANN@example.com JÖRG@example.com; do
  one=$(gpg "$address")
  other=$(sq "$address")
  printf '%s\n  gpg-wks-client, as the draft has it: %s\n  sq:                                  %s\n' "$address" "$one" "$other"
  [ -n "$one" ] && [ -n "$other" ] || changed=1
  case $address in
    ANN*) [ "$one" = "$other" ] || changed=1 ;;
    *) [ "$one" != "$other" ] && [ "$other" = "$(gpg jörg@example.com)" ] || changed=1 ;;
  esac
done
exit "$changed"
