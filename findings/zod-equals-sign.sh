#!/usr/bin/env bash
# Expected: z.email() takes every dot-atom, as <input type="email"> does.
# It refuses `=`, `/` and `#` in a local part, while z.regexes.html5Email in the same library takes them.
# Reverse addresses, VERP, BATV (prvs=) and SRS (SRS0=) are made of `=`: forms built on the default refuse
# the addresses that a forwarder gives out.
# RFC 5322 section 3.2.3 (atext), RFC 5321 section 4.1.2 (Dot-string).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts zod@4.6.7
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { z } from 'zod';

const addresses = ['reply=bob=example.org@example.com', 'prvs=1234=ann@example.com', 'a/b@example.com', 'r#d@example.com'];
const cases = {};
for (const address of addresses) {
  cases[address] = {
    standard: { email: true, html5Email: true },
    known: { email: false, html5Email: true },
    seen: {
      email: z.email().safeParse(address).success,
      html5Email: z.email({ pattern: z.regexes.html5Email }).safeParse(address).success,
    },
  };
}

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
