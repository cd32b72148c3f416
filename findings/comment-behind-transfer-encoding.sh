#!/usr/bin/env bash
# Expected: Content-Transfer-Encoding may have a comment, as every structured field.
# letterparser and emailjs-mime-parser no longer know the encoding then, and hand out the text encoded.
# Whoever searches, shows or forwards the parsed text works on what nobody wrote.
# RFC 2045 section 1 (its fields may have comments, as those of RFC 822; section 5.1 shows one).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts letterparser@0.1.8 emailjs-mime-parser@2.0.7 mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import { extract } from 'letterparser';
import emailjs from 'emailjs-mime-parser';

const parse = emailjs.default ?? emailjs;
const message = ['From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable (as the text has umlauts)', '', 'M=FCller', ''].join('\r\n');
const cases = {
  'letterparser': { standard: 'Müller', known: 'M=FCller', seen: extract(message).text.trim() },
  'emailjs-mime-parser': { standard: 'Müller', known: 'M=FCller', seen: Buffer.from(parse(Buffer.from(message)).content).toString().trim() },
  'mailparser': { standard: 'Müller', known: 'Müller', seen: (await simpleParser(message)).text.trim() },
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
