#!/usr/bin/env bash
# Expected: two readers of one mailbox file give the same text.
# mbox-parser leaves ">From" and ">>From" as they stand; mbox-reader takes one mark away from each.
# A quote of a line that began with "From" and an escaped line look alike: mail moved in with the one or the other
# differs, and its signatures hold in one of the two only.
# RFC 4155 section 2 and appendix A (the formats differ in this quoting).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mbox-parser@1.0.1 mbox-reader@1.2.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { Readable } from 'node:stream';
import { mboxParser } from 'mbox-parser';
import { mboxReader } from 'mbox-reader';

const file = Buffer.from('From ann@example.com Thu Jan  1 00:00:00 2026\nFrom: ann@example.com\nSubject: s\n\n>From the start\n>>From a quote\n');
const [parsed] = await mboxParser(Readable.from([file]));
let read = '';
for await (const message of mboxReader(Readable.from([file]))) read = message.content.toString().split('\n\n')[1];
const cases = {
  'mbox-parser': { standard: 'From the start\n>From a quote', known: '>From the start\n>>From a quote', seen: parsed.text.trim() },
  'mbox-reader': { standard: 'From the start\n>From a quote', known: 'From the start\n>From a quote', seen: read.trim() },
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
