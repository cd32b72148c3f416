#!/usr/bin/env bash
# Expected: a text of several lines in a Sieve script may have any sign in it.
# sievelib takes no dollar sign in the form text:, and then finds an unknown command "text": all rules in the script are faulty.
# In quotes the same text is read.
# A note with a price, or with a variable as the standard has them (${1}), locks its author out of the editor of rules.
# RFC 5228 sections 2.4.2 and 8.1 (multi-line: lines of octets but NUL, CR and LF), RFC 5229 section 3 (variables).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/sievelib.sh"
cat > run.py <<'PYTHON'
from scripts import check

check(('require "vacation";\nvacation "Tickets are $5.";\n', 'read'), ('require "vacation";\nvacation text:\nTickets are 5 dollars.\n.\n;\n', 'read'),
      ('require "vacation";\nvacation text:\nTickets are $5.\n.\n;\n', 'line 2: unknown command text'))
PYTHON
python run.py
