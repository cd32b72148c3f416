#!/usr/bin/env bash
# Expected: the text that mailparser makes of a message of HTML alone has the letters of the message, capital or small.
# It writes headings in capitals: a code to sign in with, or an address, that stands in one is another one. Paragraphs
# keep theirs, and so does the target of a link in a heading.
# Who reads, searches or forwards that text enters a code that the sender never gave.
# RFC 5321 section 2.4 (a local part is case-sensitive); HTML, section 4.3.6 (a heading is content like others).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';

const read = async (html) => (await simpleParser(`From: ann@example.com\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`)).text;
const cases = {
  'a code in a paragraph': { seen: await read('<p>aBcD9x</p>'), known: 'aBcD9x', standard: 'aBcD9x' },
  'a code in a heading': { seen: await read('<h1>aBcD9x</h1>'), known: 'ABCD9X', standard: 'aBcD9x' },
  'an address in a heading': { seen: await read('<h3>Ann.Doe@example.com</h3>'), known: 'ANN.DOE@EXAMPLE.COM', standard: 'Ann.Doe@example.com' },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (seen !== known) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
