#!/usr/bin/env bash
# Expected: isemail, which checks addresses by the RFCs, takes "john doe"@example.com, as it takes "john.doe"@example.com and
# "a@b"@example.com: in quotes a blank is as good as any sign.
# It counts the blank as obsolete folding (diagnosis 35) and calls the address invalid. A form that checks with it
# refuses the owner of such a mailbox, who can get mail from everyone else.
# RFC 5321 section 4.1.2 (qtextSMTP begins with the blank, %d32), RFC 5322 section 3.2.4.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts isemail@3.2.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import isemail from 'isemail';

const cases = {
  '"john.doe"@example.com': { standard: true, known: true, seen: isemail.validate('"john.doe"@example.com') },
  '"a@b"@example.com': { standard: true, known: true, seen: isemail.validate('"a@b"@example.com') },
  '"john doe"@example.com': { standard: true, known: false, seen: isemail.validate('"john doe"@example.com') },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
