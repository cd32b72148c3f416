#!/usr/bin/env bash
# Expected: nodemailer gives an attached contact without a name the ending that contacts have, .vcf.
# For text/vcard, the type of the standard, it is attachment-1.txt; for text/x-vcard, which text/vcard made obsolete, .vcf.
# Phones and mail programs go by the ending: a contact is then a text to read, and not a person to add.
# RFC 6350 section 10.1 (text/vcard, file extension .vcf; deprecates text/x-vcard).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import nodemailer from 'nodemailer';

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
const named = async (contentType) => {
  const attachments = [{ content: 'BEGIN:VCARD', contentType }];
  const { message } = await transport.sendMail({ from: 'ann@example.com', to: 'bob@example.com', text: 'x', attachments });
  return /filename=(\S+)/.exec(message.toString())[1];
};
const cases = {
  'text/x-vcard': { standard: 'attachment-1.vcf', known: 'attachment-1.vcf', seen: await named('text/x-vcard') },
  'text/vcard': { standard: 'attachment-1.vcf', known: 'attachment-1.txt', seen: await named('text/vcard') },
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
