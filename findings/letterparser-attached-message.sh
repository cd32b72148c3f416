#!/usr/bin/env bash
# Expected: a message attached as note.eml is an attachment, and no words of the one who attached it.
# letterparser joins its text to the body and gives an empty list of attachments.
# What a third person wrote is read as the sender's own words; nothing shows that there was a file.
# RFC 2046 section 5.2.1 (message/rfc822), RFC 2183 section 2.2 (attachment).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts letterparser@0.1.8
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { extract } from 'letterparser';

const mail = extract([
  'From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'See the note.',
  '--b', 'Content-Type: message/rfc822', 'Content-Disposition: attachment; filename=note.eml', '', 'From: carol@example.net', 'Subject: note',
  'Content-Type: text/plain', '', 'I never said that.', '--b--', '',
].join('\r\n'));
const cases = {
  'text': { standard: 'See the note.', known: 'See the note.\nI never said that.', seen: mail.text },
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
