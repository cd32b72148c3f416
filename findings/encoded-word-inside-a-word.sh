#!/usr/bin/env bash
# Expected: an encoded word counts only between blanks; inside other letters it is ordinary text.
# mailparser and postal-mime decode it there as well.
# A subject that speaks about such words, or holds one as part of a token, is shown other than it was written,
# and a rule on the raw field disagrees with one on the parsed subject.
# RFC 2047 section 5 (1): separated by linear white space from any text.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const subject = 'token=?utf-8?Q?abc?=42';
const message = `From: ann@example.com\r\nSubject: ${subject}\r\n\r\nx`;
const cases = {
  'mailparser': { standard: subject, known: 'tokenabc42', seen: (await simpleParser(message)).subject },
  'postal-mime': { standard: subject, known: 'tokenabc42', seen: (await PostalMime.parse(message)).subject },
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
