#!/usr/bin/env bash
# Expected: a subject arrives as it was given, whatever it looks like.
# nodemailer writes text that looks like an encoded word as it is; a reader (here mailparser) decodes it.
# A subject about mail formats, or one that a forwarder copies in its raw form, changes on the way.
# RFC 2047 section 6.1 (a reader decodes all that looks like an encoded word, so this has to be encoded once more).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1 mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { simpleParser } from 'mailparser';

const subject = 'what is =?utf-8?Q?caf=C3=A9?= in a header';
const message = await new MailComposer({ from: 'ann@example.com', to: 'bob@example.org', subject, text: 'x' }).compile().build();
const cases = { 'subject': { standard: subject, known: 'what is café in a header', seen: (await simpleParser(message)).subject } };

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
