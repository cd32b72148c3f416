#!/usr/bin/env bash
# Expected: a POP3 client takes off the dot that the server puts before each line that begins with one.
# node-pop3 finds the end of the message by that rule and leaves the dots in: ".hidden" is read as "..hidden".
# Text that is quoted-printable breaks links and file names just before a dot now and then; whoever collects an inbox so stores
# links that lead nowhere, and signatures of the body that fail.
# RFC 1939 section 3 (the octets of a multi-line response).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-pop3@0.11.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import Pop3 from 'node-pop3';

const lines = ['Subject: links', 'Content-Transfer-Encoding: quoted-printable', '', 'https://www.example.com/a=', '.html', 'end'];
const server = createServer(async socket => {
  socket.write('+OK\r\n');
  for await (const command of createInterface({ input: socket })) {
    const answer = command.startsWith('RETR') ? [...lines.map(line => line.replace(/^\./, '..')), '.'] : [];
    socket.write(['+OK', ...answer, ''].join('\r\n'));
    if (command === 'QUIT') {
      socket.end();
    }
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const client = new Pop3({ host: '127.0.0.1', port: server.address().port, user: 'ann', password: 'secret' });
const text = await client.RETR(1);
await client.QUIT();
server.close();

const seen = text.split('\r\n')[4];
console.log(`the line ".html", sent as "..html"\n  standard: .html\n  seen:     ${seen}`);
if (seen !== '..html') {
  console.log('  changed: it was ..html');
  process.exitCode = 1;
}
JS
node "$work/run.mjs"
