#!/usr/bin/env bash
# Expected: List-Post of a list that takes no mail is the word NO, and a composer that has a setting for the field can write it.
# nodemailer takes each value without an @ and a scheme for the name of a host: list: { post: 'NO' } gives <http://NO>.
# Programs that offer "reply to the list" where the field has a link now offer it for newsletters, and open a page that is not there.
# RFC 2369 section 3.4 (List-Post: NO).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import nodemailer from 'nodemailer';

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
for (const [post, standard, known] of [
  ['news@example.com', '<mailto:news@example.com>', '<mailto:news@example.com>'],
  ['NO', 'NO', '<http://NO>'],
]) {
  const sent = await transport.sendMail({ from: 'ann@example.com', to: 'bob@example.org', text: 'hello', list: { post } });
  const seen = /^List-Post: (.*)\r$/m.exec(sent.message.toString())?.[1];
  console.log(`list: { post: '${post}' }\n  standard: List-Post: ${standard}\n  seen:     List-Post: ${seen}`);
  if (seen !== known) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
