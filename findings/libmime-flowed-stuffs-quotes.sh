#!/usr/bin/env bash
# Expected: a quote keeps its depth when text is made to flow.
# encodeFlowed() puts a blank in front of every line that begins with ">", which makes it no quote any more.
# A reader of flowed text then shows quoted lines as the own words of who answers.
# RFC 3676 section 4.4 and 4.5 (a stuffed ">" is ordinary text; the depth is counted from unstuffed marks).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts libmime@5.6.4
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import libmime from 'libmime';

const seen = libmime.encodeFlowed('> quoted\nanswer');
const cases = { 'encoded': { standard: '> quoted\r\nanswer', known: ' > quoted\r\nanswer', seen } };

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
