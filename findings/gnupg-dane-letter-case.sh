#!/usr/bin/env bash
# Expected: the OPENPGPKEY record of a key stands under the hash of the local part as it is written: Ann and ann are two names.
# gpg, asked for records with export-dane, hashes the local part in small letters. The key of <Ann@example.com> comes out under the
# name of ann, and who asks for Ann to the letter finds nothing.
# Mail to her goes out unencrypted, or not at all. A domain whose mailboxes know no case publishes the key under both names.
# RFC 7929 section 3 (how the name is made), section 4 (no mapping; all variants may be published).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download gpg=2.2.40-1.1+deb12u2 gosop=0.0~git20221115.92fc880-1+b6 libassuan0 libgcrypt20 libgpg-error0 libreadline8 \
  libsqlite3-0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
gpg() { LD_LIBRARY_PATH=$libraries unpacked/usr/bin/gpg --batch --no-autostart --homedir "$1" "${@:2}" 2> /dev/null; }
gpg . --version | head -n 1
changed=0
for name in ann Ann; do
  mkdir -m 700 "$name"
  unpacked/usr/bin/gosop generate-key "$name <$name@example.com>" | unpacked/usr/bin/gosop extract-cert > "$name.asc"
  gpg "$name" --import "$name.asc" || true
  seen=$(gpg "$name" --export-options export-dane --export | grep -oE '^[0-9a-f]{56}' || true)
  standard=$(printf %s "$name" | sha256sum | cut -c 1-56)
  printf '%s@example.com\n  standard: %s\n  seen:     %s\n' "$name" "$standard" "$seen"
  [ "$seen" = "$(printf ann | sha256sum | cut -c 1-56)" ] || changed=1
done
exit "$changed"
