#!/usr/bin/env bash
# Expected: a library for cards takes the escapes away when it reads, and puts them in when it writes.
# vcf does neither: "\n" and "\," stay in what is read, and a line break in a note is thrown away when written.
# Contacts that are taken out and in with it lose the lines of notes and addresses.
# RFC 6350 section 3.4 and 4.1.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts vcf@2.1.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import vCard from 'vcf';

const card = new vCard().parse(['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ann', 'NOTE:one\\, two\\nthree', 'END:VCARD', ''].join('\r\n'));
const written = new vCard();
written.set('version', '4.0');
written.set('fn', 'Ann');
written.set('note', 'one\ntwo');
const cases = {
  'read': { standard: 'one, two\nthree', known: 'one\\, two\\nthree', seen: card.get('note').valueOf() },
  'written': { standard: 'NOTE:one\\ntwo', known: 'NOTE:onetwo', seen: written.toString().split('\r\n').find((line) => line.startsWith('NOTE')) },
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
