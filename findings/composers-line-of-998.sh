#!/usr/bin/env bash
# Expected: a composer never writes a line of more than 998 octets, whatever the subject.
# nodemailer writes a long ASCII word as one line; emailjs puts every subject into one encoded word of any length.
# Servers may refuse such a message or break the line, and a signature made before no longer fits.
# RFC 5322 section 2.1.1 (998), RFC 2047 section 2 (an encoded word has at most 75 characters).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1 emailjs@5.0.3
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { Message } from 'emailjs';

const subject = 'w'.repeat(1200);
const longest = (message) => Math.max(...String(message).split('\r\n').map((line) => line.length)) > 998;
const cases = {
  'nodemailer': {
    standard: false,
    known: true,
    seen: longest(await new MailComposer({ from: 'ann@example.com', to: 'bob@example.org', subject, text: 'x' }).compile().build()),
  },
  'emailjs': {
    standard: false,
    known: true,
    seen: longest(await new Message({ from: 'ann@example.com', to: 'bob@example.org', subject, text: 'x' }).readAsync()),
  },
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
