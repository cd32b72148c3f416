#!/usr/bin/env bash
# Expected: a validator that takes quoted local parts takes every one that SMTP takes.
# isemail takes "ann.doe"@example.com, and refuses "ann doe"@example.com for its blank.
# A blank is qtextSMTP (%d32-33): such a mailbox may exist, send mail, and has to be answered.
# RFC 5321 section 4.1.2 (Quoted-string).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts isemail@3.2.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import isemail from 'isemail';

const cases = {
  '"ann.doe"@example.com': { standard: true, known: true, seen: isemail.validate('"ann.doe"@example.com') },
  '"ann doe"@example.com': { standard: true, known: false, seen: isemail.validate('"ann doe"@example.com') },
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
