#!/usr/bin/env bash
# Expected: the original recipient of a report, when it has letters beyond ASCII, is of the type utf-8, with them as they are or escaped.
# nodemailer says rfc822 and encodes the octets with a plus sign: ORCPT=rfc822;j+C3+B6rg@... An address of that type is ASCII, so that
# the report later names somebody who cannot be read, or the server refuses the recipient. ASCII addresses are right.
# A list that takes people off by the original recipient finds no Jörg, and goes on writing to him.
# RFC 6533 section 3 (utf-8 address type, ORCPT), RFC 3461 section 4.2 (rfc822 is for addresses of RFC 822).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import nodemailer from 'nodemailer';

let seen;
const server = createServer(async socket => {
  let inText = false;
  socket.on('error', () => undefined);
  socket.write('220 mx.example.com\r\n');
  for await (const line of createInterface({ input: socket })) {
    seen = /ORCPT=(\S+)/.exec(line)?.[1] ?? seen;
    if (inText && line !== '.') {
      continue;
    }
    inText = line === 'DATA';
    socket.write(inText ? '354 go on\r\n' : line.startsWith('EHLO') ? '250-mx.example.com\r\n250-DSN\r\n250 SMTPUTF8\r\n' : '250 fine\r\n');
    if (line === 'QUIT') {
      socket.end();
    }
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.address().port, ignoreTLS: true });
for (const [recipient, standard, known] of [
  ['bob+news@example.com', 'rfc822;bob+2Bnews@example.com', 'rfc822;bob+2Bnews@example.com'],
  ['jörg@example.com', 'utf-8;jörg@example.com', 'rfc822;j+C3+B6rg@example.com'],
]) {
  await transport.sendMail({ from: 'ann@example.com', to: recipient, text: 'hello', dsn: { notify: 'failure', recipient } });
  console.log(`${recipient}\n  standard: ORCPT=${standard}\n  seen:     ORCPT=${seen}`);
  if (seen !== known) {
    console.log(`  changed: it was ${known}`);
    process.exitCode = 1;
  }
}
transport.close();
server.close();
JS
node "$work/run.mjs"
