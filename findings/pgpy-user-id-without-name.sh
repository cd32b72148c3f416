#!/usr/bin/env bash
# Expected: a key for <ann@example.com>, without a name, is a key for ann@example.com.
# PGPy takes an address for one only behind a name and a blank: without the name all of the user id is the name, brackets too, and
# the address is empty. So it is for the bare address, which GnuPG writes when it is given nothing else.
# Keys of roles, aliases and tools often have no name. What looks for a key by its address, or checks that a key is of the address that
# it is given for, says that this one is of nobody. Look for the address oneself, in the text of the user id.
# RFC 4880 section 5.11 (by convention a name-addr), RFC 2822 section 3.4 (whose name may be left out).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/python.sh" python3-pgpy=0.6.0-1 python3-pyasn1 python3-six python3-cryptography python3-cffi-backend
cat > run.py <<'PYTHON'
import sys
import warnings

warnings.simplefilter('ignore')
import pgpy

cases = (
    ('Ann <ann@example.com>', 'ann@example.com'),
    ('<ann@example.com>', ''),
    ('ann@example.com', ''),
)
print('PGPy 0.6.0')
changed = False
for text, known in cases:
    key = pgpy.PGPKey.new(pgpy.constants.PubKeyAlgorithm.EdDSA, pgpy.constants.EllipticCurveOID.Ed25519)
    packet = pgpy.packet.packets.UserID()
    packet.uid = text
    packet.update_hlen()
    user = pgpy.PGPUID()
    user._uid = packet
    key.add_uid(user)
    read, _ = pgpy.PGPKey.from_blob(bytes(key.pubkey))
    seen = read.userids[0].email
    changed = changed or seen != known
    print(f'{text}\n  standard: ann@example.com\n  seen:     {seen or "no address"}')
sys.exit(1 if changed else 0)
PYTHON
python run.py
