#!/usr/bin/env bash
# Expected: in a parameter of several pieces only those with an asterisk at the end are percent-encoded.
# mailparser decodes all of them once one is: the plain piece "100%25" becomes "100%".
# File names change on the way through a program that parses and writes messages anew.
# RFC 2231 section 4.1 (mixed pieces).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = [
  'From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: application/pdf',
  `Content-Disposition: attachment; filename*0*=utf-8''%C3%9Cber; filename*1="-100%25-"; filename*2*=%C3%9F.pdf`, '', 'x', '--b--', '',
].join('\r\n');
const standard = 'Über-100%25-ß.pdf';
const cases = {
  'mailparser': { standard, known: 'Über-100%-ß.pdf', seen: (await simpleParser(message)).attachments[0].filename },
  'postal-mime': { standard, known: standard, seen: (await PostalMime.parse(message)).attachments[0].filename },
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
