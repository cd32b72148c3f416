#!/usr/bin/env bash
# Expected: a cid: link is percent-decoded before it is compared with Content-ID.
# mailparser compares it as it stands: "cid:a%2Bb@..." never meets "<a+b@...>", and the picture stays away.
# Senders that encode every URL, and ids made of reverse addresses with "+" or "=", are hit.
# RFC 2392 section 2 (hexadecimal encoding in cid).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { simpleParser } from 'mailparser';

const shown = async (link) => {
  const mail = await simpleParser([
    'From: ann@example.com', 'MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b', '', '--b', 'Content-Type: text/html', '',
    `<img src="cid:${link}">`, '--b', 'Content-Type: image/png', 'Content-ID: <a+b@example.com>', '', 'x', '--b--', '',
  ].join('\r\n'));
  return mail.html.includes('data:image/png');
};
const cases = {
  'cid:a+b@example.com': { standard: true, known: true, seen: await shown('a+b@example.com') },
  'cid:a%2Bb@example.com': { standard: true, known: false, seen: await shown('a%2Bb@example.com') },
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
