#!/usr/bin/env bash
# Expected: a mailto: link fills in what it names: Subject, In-Reply-To, with capitals or without.
# xdg-email hands a link to Thunderbird as fields of its own, and finds "subject=" and "body=" only as they stand here: those of
# "Subject=leave" are left out, and the empty draft says nothing of it.
# Links to leave a list and to answer are often written with capitals, as the fields are. Who clicks writes an empty message, which
# the program of the list does not understand, and stays on the list.
# RFC 6068 section 2 (hfname is the name of a field, in either case).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download xdg-utils=1.1.3-4.1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
# A stand-in for Thunderbird, which shows what it is asked to write.
mkdir -p programs share/applications config
printf '#!/bin/sh\necho "$2"\n' > programs/thunderbird
chmod +x programs/thunderbird
printf '[Desktop Entry]\nType=Application\nName=Mail\nExec=%s/programs/thunderbird %%u\nMimeType=x-scheme-handler/mailto;\n' "$work" \
  > share/applications/thunderbird.desktop
printf '[Default Applications]\nx-scheme-handler/mailto=thunderbird.desktop\n' | tee config/mimeapps.list > share/applications/mimeapps.list
drafted() {
  env -i HOME="$work" PATH="$work/unpacked/usr/bin:$work/programs:/usr/bin:/bin" XDG_DATA_HOME="$work/share" XDG_CONFIG_HOME="$work/config" \
    XDG_DATA_DIRS="$work/share" XDG_CURRENT_DESKTOP=X-Generic "$work/unpacked/usr/bin/xdg-email" "$1" 2>&1 || true
}
echo 'xdg-utils 1.1.3'
all=''
for name in subject Subject; do
  seen=$(drafted "mailto:news-leave@example.com?$name=leave")
  printf '%s=leave\n  standard: a draft with the subject "leave"\n  seen:     %s\n' "$name" "$seen"
  all+="$seen|"
done
[ "$all" = "to='news-leave@example.com,',subject=leave|to='news-leave@example.com,'|" ]
