#!/usr/bin/env bash
# Expected: two cells beside each other in a table stay two words in the text that mailparser makes of a message of HTML.
# It sets nothing between them, and nothing between rows: two addresses become one, of a domain that neither has; a sum
# and its number run together. With paragraphs in the cells there is an empty line between them.
# Orders, tickets and headers of forwarded mail come as tables; rules and searches on that text find other words.
# HTML, section 15.3.8 (cells are boxes of their own), innerText (a tab between cells, a line break between rows).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';

const read = async (html) => (await simpleParser(`From: ann@example.com\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`)).text;
const cases = {
  'cells with paragraphs': {
    seen: await read('<table><tr><td><p>ann@example.com</p></td><td><p>bob@example.org</p></td></tr></table>'),
    known: 'ann@example.com\n\nbob@example.org',
    standard: 'a gap between the two',
  },
  'cells with words': {
    seen: await read('<table><tr><td>ann@example.com</td><td>bob@example.org</td></tr></table>'),
    known: 'ann@example.combob@example.org',
    standard: 'a gap between the two',
  },
  'two rows': {
    seen: await read('<table><tr><th>Order</th><td>17</td></tr><tr><th>Sum</th><td>5.00</td></tr></table>'),
    known: 'Order17Sum5.00',
    standard: 'four words in two lines',
  },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${standard}\n  seen:     ${JSON.stringify(seen)}`);
  if (seen !== known) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
