#!/usr/bin/env bash
# Expected: an attached message/global, which may be in base64, is an attachment like any other.
# letterparser gives neither text nor attachment for it: the part is gone, and nothing is raised.
# Bounces of mail with addresses in Unicode may bring back the message so.
# RFC 6532 section 3.7 (message/global, with any transfer encoding), RFC 6533 section 4.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts letterparser@0.1.8
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { extract } from 'letterparser';

const inner = Buffer.from('From: jörg@example.com\r\nSubject: inner\r\n\r\nwords\r\n').toString('base64');
const mail = extract([
  'From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '',
  '--b', 'Content-Type: message/global', 'Content-Transfer-Encoding: base64', '', inner, '--b--', '',
].join('\r\n'));
const cases = {
  'text': { standard: '', known: '', seen: mail.text },
  'attachments': { standard: 1, known: 0, seen: mail.attachments.length },
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
