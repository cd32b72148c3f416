#!/usr/bin/env bash
# Expected: blanks at the end of a quoted-printable line were added on the way and are deleted, also behind
# the "=" of a soft break. postal-mime keeps them, so "=" stays in the text and the line is not joined.
# The rule is there for gateways that pad lines: such mail reads well in one library, and not in the other.
# RFC 2045 section 6.7, rule 3 and 5.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = 'From: ann@example.com\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\none= \r\ntwo  \r\nthree\r\n';
const standard = 'onetwo\nthree';
const cases = {
  'postal-mime': { standard, known: 'one= \ntwo  \nthree', seen: (await PostalMime.parse(message)).text.trimEnd() },
  'mailparser': { standard, known: standard, seen: (await simpleParser(message)).text.trimEnd() },
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
