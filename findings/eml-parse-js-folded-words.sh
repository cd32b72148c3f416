#!/usr/bin/env bash
# Expected: a folded field is unfolded by taking the line break away; the blank that follows stays.
# eml-parse-js takes the blank as well, and two words become one, in subjects and in quoted names.
# Subjects are compared to join a thread, and names to know a person: both change with the length of the line.
# RFC 5322 section 2.2.3 (unfolding removes the CRLF only).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts eml-parse-js@1.1.15
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emlParse from 'eml-parse-js';

const message = ['From: "Ann', ' Doe" <ann@example.com>', 'To: bob@example.org', 'Subject: one', ' two', 'Content-Type: text/plain', '', 'x', ''].join('\r\n');
const mail = await new Promise((resolve) => emlParse.readEml(message, (error, read) => resolve(read)));
const cases = {
  'Subject': { standard: 'one two', known: 'onetwo', seen: mail.subject },
  'From': { standard: 'Ann Doe', known: 'AnnDoe', seen: mail.from.name },
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
