#!/usr/bin/env bash
# Expected: a message that is read and written again has all its fields.
# mimemessage keeps the last of each name. Of five Received lines one is left, so nobody who counts them sees a loop, and nobody
# finds out where a message was late; of two signatures it may be the good one that goes.
# RFC 5322 section 3.6 (trace fields and optional fields: no limit), RFC 5321 section 4.4 (Received lines are never removed).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mimemessage@1.0.5
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import mimemessage from 'mimemessage';

const fields = ['Received: from b.example by c.example', 'Received: from a.example by b.example', 'X-Signature: d=example.com', 'X-Signature: d=list.example'];
const kept = ['Received: from a.example by b.example', 'X-Signature: d=list.example'];
const message = mimemessage.parse([...fields, 'Content-Type: text/plain', '', 'hello'].join('\r\n'));
const seen = message
  .toString()
  .split('\r\n\r\n')[0]
  .split('\r\n')
  .filter((line) => !line.startsWith('Content-'));

console.log(`standard:\n  ${fields.join('\n  ')}\nseen:\n  ${seen.join('\n  ')}`);
if (JSON.stringify(seen) !== JSON.stringify(kept)) {
  console.log(`changed: it was\n  ${kept.join('\n  ')}`);
  process.exitCode = 1;
}
JS
node "$work/run.mjs"
