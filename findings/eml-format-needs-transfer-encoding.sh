#!/usr/bin/env bash
# Expected: a message without Content-Transfer-Encoding is 7bit, the default.
# eml-format raises a TypeError once Content-Type names a charset and no transfer encoding is given.
# A program may leave the field out for plain English text: the reader fails for the plainest mail there is.
# RFC 2045 section 6.1 (the default when the field is absent).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts eml-format@0.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emlFormat from 'eml-format';

const read = (...lines) => new Promise((resolve) => {
  emlFormat.read(['From: ann@example.com', 'To: bob@example.org', 'Subject: s', ...lines, '', 'hello'].join('\r\n'), (error, mail) => resolve(error ? `raised: ${error.name}` : mail.text));
});
const cases = {
  'charset, 7bit said': { standard: 'hello', known: 'hello', seen: await read('Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: 7bit') },
  'charset, 7bit not said': { standard: 'hello', known: 'raised: TypeError', seen: await read('Content-Type: text/plain; charset=us-ascii') },
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
