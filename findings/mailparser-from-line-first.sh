#!/usr/bin/env bash
# Expected: a blank before the colon of a field is old, but has to be read, in whichever field comes first.
# mailparser takes a first line "From : Ann ..." for the separator of an mbox file and drops the sender;
# the same field one line lower is read. A forwarder that asks the parsed sender has none.
# RFC 5322 section 4.5 and 4.5.2 (obs-from), section 4 ("MUST be accepted").
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';

const from = 'From : Ann <ann@example.com>';
const date = 'Date: Thu, 1 Jan 2026 10:00:00 +0000';
const sender = async (...lines) => (await simpleParser([...lines, '', 'hello'].join('\r\n'))).from?.value[0].address ?? null;
const cases = {
  'From comes second': { standard: 'ann@example.com', known: 'ann@example.com', seen: await sender(date, from) },
  'From comes first': { standard: 'ann@example.com', known: null, seen: await sender(from, date) },
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
