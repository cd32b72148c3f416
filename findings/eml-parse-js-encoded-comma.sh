#!/usr/bin/env bash
# Expected: an encoded word is decoded after the list of addresses was taken apart.
# eml-parse-js decodes first: the comma that Q encoding was used for makes two senders of one, the first
# without an address. Names written "Surname, Name" are hit once one letter of them is encoded.
# RFC 2047 section 6.2: the phrase is parsed first, then its words are decoded.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts eml-parse-js@1.1.15
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emlParse from 'eml-parse-js';

const message = ['From: =?utf-8?Q?M=C3=BCller=2C_Ann?= <ann@example.com>', 'To: bob@example.org', 'Subject: s', '', 'x', ''].join('\r\n');
const seen = await new Promise((resolve) => emlParse.readEml(message, (error, mail) => resolve(error ? String(error) : mail.from)));
const cases = {
  'From': {
    standard: { name: 'Müller, Ann', email: 'ann@example.com' },
    known: [{ name: 'Müller', email: '' }, { name: 'Ann', email: 'ann@example.com' }],
    seen,
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
