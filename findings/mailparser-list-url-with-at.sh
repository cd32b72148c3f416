#!/usr/bin/env bash
# Expected: a link to a page in List-Unsubscribe is given as a link, whatever stands in its query.
# mailparser takes it for a mail address once there is an "@" in it: the result has no `url`, and `mail` is a web address.
# Links of newsletters carry the reader's address, those of archives the list's: a button for one click is not shown,
# or a message goes to "https://...".
# RFC 2369 section 2 and 3.2 (URLs in angle brackets), RFC 3986 section 3.4 and 3.3 ("@" stands in a query or path as it is).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';

const list = async (field) => (await simpleParser(`From: ann@example.com\r\n${field}\r\n\r\nx`)).headers.get('list');
const plain = 'https://lists.example.com/leave?id=1';
const query = 'https://lists.example.com/leave?to=bob@example.org';
const path = 'https://lists.example.com/archives/team@example.com/';
const cases = {
  'List-Unsubscribe, no "@"': { standard: { url: plain }, known: { url: plain }, seen: (await list(`List-Unsubscribe: <${plain}>`)).unsubscribe },
  'List-Unsubscribe, "@" in the query': { standard: { url: query }, known: { mail: query }, seen: (await list(`List-Unsubscribe: <${query}>`)).unsubscribe },
  'List-Archive, "@" in the path': { standard: { url: path }, known: { mail: path }, seen: (await list(`List-Archive: <${path}>`)).archive },
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
