#!/usr/bin/env bash
# Expected: a library for Sieve reads scripts whose lines end as the standard says, in CRLF.
# sievelib reads quoted strings in them, but not the form text: that ends at a line with a dot: it waits for a dot at the very end
# of the line, and then takes "text" for a command. With bare line feeds it reads it.
# An absence note of several lines is written so, and comes from the server of ManageSieve with CRLF. The program on top says that
# all rules of the owner are faulty, or shows none, and who saves then loses the note.
# RFC 5228 sections 2.2 (newlines are CRLF), 2.4.2 (text: ends at CRLF, dot, CRLF) and 8.1 (multi-line).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/sievelib.sh"
cat > run.py <<'PYTHON'
from scripts import check

lines = ('require "vacation";', 'vacation text:', 'Away until Monday.', '.', ';', '')
check(('require "vacation";\r\nvacation "Away until Monday.";\r\n', 'read'), ('\n'.join(lines), 'read'),
      ('\r\n'.join(lines), 'line 2: unknown command text'))
PYTHON
python run.py
