#!/usr/bin/env bash
# Expected: a text file with a name that is shown inline is still a file: inline says how to show it.
# Both libraries paste its text into the body; neither lists it, so its name is gone.
# Whoever lists, saves or forwards the attachments of a message has none.
# RFC 2183 section 2.1 and 2.3 (filename holds for inline, too).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = [
  'From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'hello',
  '--b', 'Content-Type: text/plain; name=notes.txt', 'Content-Disposition: inline; filename=notes.txt', '', 'first note', '--b--', '',
].join('\r\n');
const names = (mail) => [mail.attachments.map((file) => file.filename), mail.text.includes('first note')];
const known = [[], true];
const cases = {
  'mailparser': { standard: [['notes.txt'], true], known, seen: names(await simpleParser(message)) },
  'postal-mime': { standard: [['notes.txt'], true], known, seen: names(await PostalMime.parse(message)) },
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
