#!/usr/bin/env bash
# Expected: the `address` that a parser gives can be parsed again, and written into a header.
# email-addresses takes the quotes from a quoted local part, and then refuses its own result.
# Code that stores the address and parses it later (a block list, a contact) fails for these people only.
# RFC 5322 section 3.4.1: a local part with a blank is written as a quoted-string.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts email-addresses@5.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emailAddresses from 'email-addresses';

const address = (text) => emailAddresses.parseOneAddress(text)?.address ?? null;
const first = address('"ann doe"@example.com');
const cases = {
  'first pass': { standard: '"ann doe"@example.com', known: 'ann doe@example.com', seen: first },
  'second pass': { standard: '"ann doe"@example.com', known: null, seen: address(first) },
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
