#!/usr/bin/env bash
# Expected: "ann.doe"@example.com is the address ann.doe@example.com, with or without its quotes.
# Both parsers put a blank in front of the @, which makes another address, and no valid one.
# Whoever answers a forwarded message with these loses the correspondents that need quotes.
# RFC 5322 section 3.4.1 (addr-spec), section 3.2.4 (quoted-string).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts addressparser@1.0.1 emailjs-addressparser@2.0.3
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import addressparser from 'addressparser';
import emailjs from 'emailjs-addressparser';

const read = emailjs.default ?? emailjs;
const input = '"ann.doe"@example.com';
const known = 'ann.doe @example.com';
const cases = {
  'addressparser': { standard: 'ann.doe@example.com', known, seen: addressparser(input)[0].address },
  'emailjs-addressparser': { standard: 'ann.doe@example.com', known, seen: read(input)[0].address },
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
