#!/usr/bin/env bash
# Expected: message/delivery-status, the part for machines, is found among the attachments.
# mailparser pastes it into the text and lists it nowhere; postal-mime lists it and leaves the text alone.
# A reader of bounces written for one finds nothing with the other; the third part is listed by both.
# RFC 3464 section 2.1, RFC 6522 section 3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const message = [
  'From: mailer@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b', '',
  '--b', 'Content-Type: text/plain', '', 'It did not arrive.', '--b', 'Content-Type: message/delivery-status', '',
  'Reporting-MTA: dns; mx.example.com', '', 'Final-Recipient: rfc822; bob@example.org', 'Action: failed', 'Status: 5.1.1',
  '--b', 'Content-Type: text/rfc822-headers', '', 'From: ann@example.com', '--b--', '',
].join('\r\n');
const one = await simpleParser(message);
const other = await PostalMime.parse(message);
const standard = ['message/delivery-status', 'text/rfc822-headers'];
const cases = {
  'mailparser': { standard, known: ['text/rfc822-headers'], seen: one.attachments.map((part) => part.contentType) },
  'mailparser, status in its text': { standard: false, known: true, seen: one.text.includes('Status: 5.1.1') },
  'postal-mime': { standard, known: standard, seen: other.attachments.map((part) => part.mimeType) },
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
