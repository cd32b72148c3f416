#!/usr/bin/env bash
# Expected: a comment with a comment inside ends where its outer parenthesis ends.
# postal-mime ends it at the first one and puts the rest, with a stray parenthesis, into the name.
# Names are shown, copied into replies, and searched for: what was a remark becomes part of them.
# RFC 5322 section 3.2.2 (ccontent holds comments).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { addressParser } from 'postal-mime';
import nodemailerParser from 'nodemailer/lib/addressparser/index.js';

const input = 'Ann (sales (west) team) Doe <ann@example.com>';
const cases = {
  'postal-mime': { standard: 'Ann Doe', known: 'Ann team) Doe', seen: addressParser(input)[0].name },
  'nodemailer': { standard: 'Ann Doe', known: 'Ann Doe', seen: nodemailerParser(input)[0].name },
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
