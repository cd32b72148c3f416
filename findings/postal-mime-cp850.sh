#!/usr/bin/env bash
# Expected: a registered charset is decoded, or its absence is told.
# postal-mime decodes with TextDecoder, which has no cp850, and falls back to windows-1252: other letters, no error.
# mailparser has tables of its own and reads the text.
# IANA character sets (IBM850, alias cp850), RFC 2046 section 4.1.2; the WHATWG Encoding Standard has no such label.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = Buffer.from('From: ann@example.com\r\nContent-Type: text/plain; charset=cp850\r\nContent-Transfer-Encoding: 8bit\r\n\r\nM\x81ller\r\n', 'latin1');
const cases = {
  'postal-mime': { standard: 'Müller', known: 'M\u0081ller', seen: (await PostalMime.parse(message)).text.trim() },
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
