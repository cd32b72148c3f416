#!/usr/bin/env bash
# Expected: a part of multipart/digest without a type of its own is an attached message.
# mailparser and letterparser take it for text: its header fields, addresses and all, stand in the body.
# A reply to such a digest quotes the addresses of others, and no message can be opened.
# RFC 2046 section 5.1.5 (the default is message/rfc822).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 letterparser@0.1.8
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import { extract } from 'letterparser';

const message = [
  'From: list@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/digest; boundary=b', '',
  '--b', '', 'From: carol@example.net', 'Subject: inner', '', 'words', '--b--', '',
].join('\r\n');
const asText = 'From: carol@example.net\nSubject: inner\n\nwords';
const cases = {
  'mailparser': { standard: 'an attached message', known: asText, seen: (await simpleParser(message)).text },
  'letterparser': { standard: 'an attached message', known: asText, seen: extract(message).text },
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
