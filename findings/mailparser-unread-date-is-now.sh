#!/usr/bin/env bash
# Expected: a Date that a parser cannot read gives nothing, or an error.
# mailparser gives the present moment. The zone "A" and blanks round the colons are old, and have to be read.
# Old mail that is moved in stands at the top of the inbox, with another date each time that it is read.
# RFC 5322 section 4.3 (obs-hour, obs-zone with its single letters).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';

const year = async (date) => (await simpleParser(`Date: ${date}\r\nFrom: ann@example.com\r\n\r\nx`)).date?.getUTCFullYear() ?? null;
const now = new Date().getUTCFullYear();
const cases = {
  'Fri, 1 Jan 1999 10:00:00 A': { standard: 1999, known: now, seen: await year('Fri, 1 Jan 1999 10:00:00 A') },
  'Fri, 1 Jan 1999 10 : 00 : 00 +0000': { standard: 1999, known: now, seen: await year('Fri, 1 Jan 1999 10 : 00 : 00 +0000') },
  'Fri, 1 Jan 1999 10:00:00 +0000': { standard: 1999, known: 1999, seen: await year('Fri, 1 Jan 1999 10:00:00 +0000') },
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
