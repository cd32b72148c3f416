#!/usr/bin/env bash
# Expected: an IMAP client reads the structure of an attached message/global as that of an attached message/rfc822.
# imapflow knows the extra items of the old type only: with the new one it takes the envelope for a checksum and the text
# of the message for its disposition, finds no part in it, and the number of lines is a language.
# A server of IMAP4rev2 gives it so: the attached message has no part that could be asked for.
# RFC 9051 section 9 (media-message is MESSAGE with RFC822 or GLOBAL).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts imapflow@2.10.2
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.cjs" <<'JS'
const { parser } = require('imapflow/lib/handler/imap-handler.js');
const { parseBodystructure } = require('imapflow/lib/tools.js');

const read = async (subtype) => {
  const envelope = '("Thu, 1 Jan 2026 10:00:00 +0000" "s" NIL NIL NIL NIL NIL NIL NIL "<1@example.com>")';
  const structure = `("MESSAGE" "${subtype}" NIL NIL NIL "8BIT" 100 ${envelope} ("TEXT" "PLAIN" NIL NIL NIL "8BIT" 10 1) 5)`;
  const response = await parser(Buffer.from(`* 1 FETCH (BODYSTRUCTURE ${structure})`));
  const { envelope: found, childNodes, lineCount, disposition, language } = parseBodystructure(response.attributes.find(Array.isArray)[1]);
  return { subject: found?.subject, parts: childNodes?.length, lineCount, disposition, language };
};
const main = async () => {
  const standard = { subject: 's', parts: 1, lineCount: 5 };
  const cases = {
    'message/rfc822': { standard, known: standard, seen: await read('RFC822') },
    'message/global': { standard, known: { disposition: 'text', language: ['5'] }, seen: await read('GLOBAL') },
  };
  for (const [what, { seen, known, standard: wanted }] of Object.entries(cases)) {
    console.log(`${what}\n  standard: ${JSON.stringify(wanted)}\n  seen:     ${JSON.stringify(seen)}`);
    if (JSON.stringify(seen) !== JSON.stringify(known)) {
      console.log(`  changed: it was ${JSON.stringify(known)}`);
      process.exitCode = 1;
    }
  }
};
main();
JS
node "$work/run.cjs"
