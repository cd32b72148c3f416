#!/usr/bin/env bash
# Expected: types and encodings are compared without regard to case.
# eml-parse-js takes TEXT/PLAIN for a file, and leaves BASE64 undecoded in it: the message has no text.
# Nothing is raised; what forwards the parsed message sends an empty one with a strange file.
# RFC 2045 section 5.1 (type and subtype) and 6.1 (encodings are not case-sensitive).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts eml-parse-js@1.1.15
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emlParse from 'eml-parse-js';

const read = (type, encoding) => new Promise((resolve) => {
  const message = ['From: ann@example.com', 'To: bob@example.org', 'Subject: s', `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', 'aGVsbG8=', ''];
  emlParse.readEml(message.join('\r\n'), (error, mail) => resolve([mail.text ?? null, mail.attachments?.length ?? 0]));
});
const cases = {
  'text/plain; charset=utf-8, base64': { standard: ['hello', 0], known: ['hello', 0], seen: await read('text/plain; charset=utf-8', 'base64') },
  'TEXT/PLAIN; CHARSET=UTF-8, BASE64': { standard: ['hello', 0], known: [null, 1], seen: await read('TEXT/PLAIN; CHARSET=UTF-8', 'BASE64') },
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
