#!/usr/bin/env bash
# Expected: a DMARC record that names a format of reports unknown to the receiver, rf=afrf:x-own or rf=x-own, loses this format
# and nothing else.
# libopendmarc gives up the whole record (4, a bad value): no policy is left, no address for reports, though p=reject stands
# before it. It does so for rf=afrf:afrf, too, a list with the colon that the standard wants.
# A domain that copied such a list has its policy at some receivers and none at those with OpenDMARC, and gets no report that says it.
# RFC 7489 section 6.3 (rf= is a list with colons; what is wrong behind p= gives way to its default) and 6.4 (any keyword).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libopendmarc2=1.4.2-2+b1 libspf2-2=1.2.10-7.2+b1 libbsd0=0.11.7-2 libmd0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib "$work"/unpacked/usr/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
cat > run.py <<'PYTHON'
import ctypes
import sys

library = ctypes.CDLL('libopendmarc.so.2')
library.opendmarc_policy_connect_init.restype = ctypes.c_void_p
library.opendmarc_policy_connect_init.argtypes = [ctypes.c_char_p, ctypes.c_int]
library.opendmarc_policy_parse_dmarc.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]

print('OpenDMARC 1.4.2')
changed = False
for formats, known in (('afrf', 0), ('afrf:afrf', 4), ('afrf:x-own', 4)):
    state = library.opendmarc_policy_connect_init(b'192.0.2.1', 0)
    seen = library.opendmarc_policy_parse_dmarc(state, b'example.com', f'v=DMARC1; p=reject; rf={formats}'.encode())
    changed = changed or seen != known
    print(f'v=DMARC1; p=reject; rf={formats}\n  standard: 0\n  seen:     {seen}')
sys.exit(1 if changed else 0)
PYTHON
python3 run.py
