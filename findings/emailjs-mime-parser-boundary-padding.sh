#!/usr/bin/env bash
# Expected: blanks behind a boundary line are padding of the transport, and are ignored.
# emailjs-mime-parser does not see the line as a boundary: the message has no parts at all, and no error.
# A message that a gateway padded arrives empty.
# RFC 2046 section 5.1.1 (transport-padding: nobody writes it, and all who read have to bear it).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts emailjs-mime-parser@2.0.7 mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import emailjs from 'emailjs-mime-parser';

const parse = emailjs.default ?? emailjs;
const message = (padding) => ['From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '',
  `--b${padding}`, 'Content-Type: text/plain', '', 'hello', `--b--${padding}`, ''].join('\r\n');
const cases = {
  'emailjs-mime-parser, no blanks': { standard: 1, known: 1, seen: parse(Buffer.from(message(''))).childNodes.length },
  'emailjs-mime-parser, blanks': { standard: 1, known: 0, seen: parse(Buffer.from(message('  '))).childNodes.length },
  'mailparser, blanks': { standard: 'hello', known: 'hello', seen: (await simpleParser(message('  '))).text.trim() },
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
