#!/usr/bin/env bash
# Expected: a server that accepts RCPT TO for Ann@example.com and for ann@example.com has two recipients.
# smtp-server says 250 to both and hands over one, the last: it compares the whole address in lower case. What a local part
# means is for its host to know, and some keep the two apart; the one who was named first gets nothing, and no bounce.
# Return paths with a hash in them (SRS, VERP, base64) differ in nothing but case, too.
# RFC 5321 section 2.4 (local parts MUST be treated as case sensitive).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts smtp-server@3.21.6
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { once } from 'node:events';
import { connect } from 'node:net';
import { SMTPServer } from 'smtp-server';

const envelope = (...commands) =>
  new Promise((done, fail) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, callback) {
        done(session.envelope);
        stream.resume().on('end', callback);
      },
    });
    server.on('error', fail);
    server.listen(0, '127.0.0.1', async () => {
      const socket = connect(server.server.address().port, '127.0.0.1');
      for (const command of ['EHLO client.example', ...commands, 'DATA', 'x\r\n.', 'QUIT']) {
        await once(socket, 'data');
        socket.write(`${command}\r\n`);
      }
      server.close();
    });
  });
const to = async (...recipients) => {
  const { rcptTo } = await envelope('MAIL FROM:<bob@example.com>', ...recipients.map((address) => `RCPT TO:<${address}>`));
  return rcptTo.map(({ address }) => address);
};
const two = ['ann@example.com', 'carl@example.com'];
const alike = ['Ann@example.com', 'ann@example.com'];
const cases = {
  'two mailboxes': { standard: two, known: two, seen: await to(...two) },
  'two that differ in case': { standard: alike, known: ['ann@example.com'], seen: await to(...alike) },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
process.exit();
JS
node "$work/run.mjs"
