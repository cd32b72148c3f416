#!/usr/bin/env bash
# Expected: lines of one quote that flow are joined without the quote mark of the second.
# postal-mime leaves the mark in the middle of the line: "> words > go on". mailparser takes it away.
# The reader sees a mark that nobody wrote, and the depth of quotes can no longer be told.
# RFC 3676 sections 4.1 (quote marks are taken off before anything else is looked at) and 4.5.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = 'From: ann@example.com\r\nContent-Type: text/plain; format=flowed\r\n\r\n> words \r\n> go on\r\nanswer\r\n';
const firstLine = (text) => text.split('\n')[0];
const cases = {
  'postal-mime': { standard: '> words go on', known: '> words > go on', seen: firstLine((await PostalMime.parse(message)).text) },
  'mailparser': { standard: '> words go on', known: '> words go on', seen: firstLine((await simpleParser(message)).text) },
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
