#!/usr/bin/env bash
# Expected: the route in <@relay.example:ann@example.com> is obsolete, and has to be read and thrown away.
# postal-mime gives it back as part of the address; nodemailer drops it.
# An answer to what postal-mime gives goes to no valid mailbox, and old archives may hold such routes.
# RFC 5322 section 4.4 (obs-route), RFC 5321 section 3.6.1 and appendix C.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { addressParser } from 'postal-mime';
import nodemailerParser from 'nodemailer/lib/addressparser/index.js';

const input = 'Ann <@relay.example:ann@example.com>';
const cases = {
  'postal-mime': {
    standard: 'ann@example.com',
    known: '@relay.example:ann@example.com',
    seen: addressParser(input)[0].address,
  },
  'nodemailer': { standard: 'ann@example.com', known: 'ann@example.com', seen: nodemailerParser(input)[0].address },
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
