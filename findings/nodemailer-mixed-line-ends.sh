#!/usr/bin/env bash
# Expected: a composer that writes CRLF between its fields writes it in the text, too.
# MailComposer leaves the line feeds of the text bare, and adds soft breaks with CRLF between them.
# The SMTP client of nodemailer mends that; whoever stores, signs or hands on what build() gives has bare line feeds.
# RFC 5322 section 2.3 (CR and LF only together), RFC 2045 section 6.7 (line breaks in quoted-printable).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import MailComposer from 'nodemailer/lib/mail-composer/index.js';

const text = `one\n${'word '.repeat(30)}end\nthree`;
const message = String(await new MailComposer({ from: 'ann@example.com', to: 'bob@example.org', text }).compile().build());
const cases = {
  'CRLF in the text': { standard: true, known: true, seen: /=\r\n/.test(message) },
  'bare LF in the text': { standard: false, known: true, seen: /[^\r]\n/.test(message) },
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
