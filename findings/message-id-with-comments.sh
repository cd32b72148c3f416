#!/usr/bin/env bash
# Expected: comments round a Message-ID are no part of it.
# mailparser keeps them and puts a bracket behind the comment; postal-mime keeps them as they are.
# An answer then names an id in In-Reply-To that nobody has: the thread breaks, a second copy is not seen.
# RFC 5322 section 3.6.4 (msg-id = [CFWS] "<" ... ">" [CFWS]).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = 'From: ann@example.com\r\nMessage-ID: <1@example.com> (added by relay.example)\r\n\r\nx';
const standard = '<1@example.com>';
const cases = {
  'mailparser': { standard, known: '<1@example.com> (added by relay.example)>', seen: (await simpleParser(message)).messageId },
  'postal-mime': { standard, known: '<1@example.com> (added by relay.example)', seen: (await PostalMime.parse(message)).messageId },
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
