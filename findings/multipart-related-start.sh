#!/usr/bin/env bash
# Expected: the root of multipart/related is the part that `start` names; others are shown only where it asks.
# Both libraries take every HTML part for the body and join them in the order in which they stand.
# A page that the root would show in a frame is read as the first words of the message.
# RFC 2387 section 3.2 (start).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = [
  'From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b; type="text/html"; start="<root@example.com>"', '',
  '--b', 'Content-Type: text/html', 'Content-ID: <frame@example.com>', '', '<p>frame</p>',
  '--b', 'Content-Type: text/html', 'Content-ID: <root@example.com>', '', '<p>root</p>', '--b--', '',
].join('\r\n');
const words = (html) => [...html.matchAll(/<p>(\w+)/g)].map((match) => match[1]);
const cases = {
  'mailparser': { standard: ['root'], known: ['frame', 'root'], seen: words((await simpleParser(message)).html) },
  'postal-mime': { standard: ['root'], known: ['frame', 'root'], seen: words((await PostalMime.parse(message)).html) },
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
