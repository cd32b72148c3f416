#!/usr/bin/env bash
# Expected: the raw form of a message has CRLF, on every machine.
# mimetext takes the line ends of the operating system: on Linux all are bare line feeds.
# Given to an SMTP socket or an API for raw mail such a message is not valid, and its DKIM hash depends on who mends it.
# RFC 5322 section 2.1 and 2.3, RFC 5321 section 2.3.8.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mimetext@3.0.28
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { createMimeMessage } from 'mimetext';

const mail = createMimeMessage();
mail.setSender('ann@example.com');
mail.setRecipient('bob@example.org');
mail.setSubject('s');
mail.addMessage({ contentType: 'text/plain', data: 'hello' });
const raw = mail.asRaw();
const cases = {
  'CRLF': { standard: true, known: process.platform === 'win32', seen: raw.includes('\r\n') },
  'bare LF': { standard: false, known: process.platform !== 'win32', seen: /[^\r]\n/.test(raw) },
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
