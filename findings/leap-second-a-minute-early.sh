#!/usr/bin/env bash
# Expected: the second 60, which the grammar allows, is read as 59 or as the next minute.
# Both parsers read 23:59:60 as 23:59:00: a whole minute before the message was written.
# Order in a thread, and "which came first" between a message and its bounce, turn round.
# RFC 5322 section 3.3 (seconds from 00 to 60).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = 'Date: Sat, 31 Dec 2016 23:59:60 +0000\r\nFrom: ann@example.com\r\n\r\nx';
const standard = '2017-01-01T00:00:00.000Z';
const known = '2016-12-31T23:59:00.000Z';
const cases = {
  'mailparser': { standard, known, seen: (await simpleParser(message)).date.toISOString() },
  'postal-mime': { standard, known, seen: (await PostalMime.parse(message)).date },
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
