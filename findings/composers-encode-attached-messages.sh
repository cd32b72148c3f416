#!/usr/bin/env bash
# Expected: a library that attaches a message as message/rfc822 writes it as it is, 7bit or 8bit: no other encoding is allowed
# there, for what is inside has encodings of its own.
# emailjs and mimetext write it in base64; nodemailer writes 7bit. Readers that keep to the standard decode nothing:
# email of Python finds a message inside that has no fields, and base64 for its text.
# Who forwards mail as an attachment, or sends a report of abuse or a bounce with it, sends what the other side cannot read.
# RFC 2046 section 5.2.1 (the body of a message/rfc822 may be 7bit, 8bit or binary only).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts emailjs@5.0.3 mimetext@3.0.28 nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { Message } from 'emailjs';
import { createMimeMessage } from 'mimetext';
import nodemailer from 'nodemailer';

const from = 'ann@example.com';
const to = 'bob@example.com';
const attached = 'From: carl@example.com\r\nSubject: inside\r\n\r\nhello\r\n';
const encoding = (message) => {
  const [fields] = message.split(/\r?\n/).join('\n').split('message/rfc822')[1].split('\n\n');
  const before = message.split('message/rfc822')[0].split(/\r?\n--/).at(-1);
  return /content-transfer-encoding: *(\S+)/i.exec(before + fields)?.[1] ?? 'none';
};

const plain = new Message({ from, to, subject: 's', text: 'x', attachment: [{ data: attached, type: 'message/rfc822', name: 'm.eml' }] });
const text = createMimeMessage();
text.setSender(from);
text.setRecipient(to);
text.setSubject('s');
text.addMessage({ contentType: 'text/plain', data: 'x' });
text.addAttachment({ filename: 'm.eml', contentType: 'message/rfc822', data: Buffer.from(attached).toString('base64') });
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
const sent = await transport.sendMail({ from, to, text: 'x', attachments: [{ content: attached, contentType: 'message/rfc822' }] });
const standard = '7bit';
const cases = {
  'nodemailer': { standard, known: '7bit', seen: encoding(sent.message.toString()) },
  'emailjs': { standard, known: 'base64', seen: encoding(await new Promise((done) => plain.read((error, read) => done(error ? String(error) : read)))) },
  'mimetext': { standard, known: 'base64', seen: encoding(text.asRaw()) },
};

for (const [what, { seen, known, standard: wanted }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(wanted)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
