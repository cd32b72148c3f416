#!/usr/bin/env bash
# Expected: of a line that is twice in an MTA-STS policy, but for mx, the first counts.
# postfix-mta-sts-resolver takes the last one. A policy that was changed by a line above, with the old one left below, is the old one
# for it, and the new one for those who read it to the letter.
# A domain believes that it is still testing, and mail for it is held back; or it believes to be at enforcing, and nobody is. Whoever
# checks a policy should say that a line is there twice, and not which of them it took.
# RFC 8461 section 3.2 (all but the first of such fields are ignored).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/python.sh" postfix-mta-sts-resolver=1.1.2-1.1 python3-yaml
cat > run.py <<'PYTHON'
import sys
from postfix_mta_sts_resolver.utils import parse_mta_sts_policy


def mode(*modes):
    lines = ('version: STSv1', *(f'mode: {name}' for name in modes), 'mx: mail.example.com', 'max_age: 604800', '')
    return parse_mta_sts_policy('\r\n'.join(lines))['mode']


print('postfix-mta-sts-resolver 1.1.2')
changed = False
for modes, standard, known in (
    (('enforce',), 'enforce', 'enforce'),
    (('testing', 'enforce'), 'testing', 'enforce'),
    (('enforce', 'testing'), 'enforce', 'testing'),
):
    seen = mode(*modes)
    changed = changed or seen != known
    print('{}\n  standard: {}\n  seen:     {}'.format(', '.join(f'mode: {name}' for name in modes), standard, seen))
sys.exit(1 if changed else 0)
PYTHON
python run.py
