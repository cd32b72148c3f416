#!/usr/bin/env bash
# Expected: a server gives its program the address that the client wrote: MAIL FROM:<ann@xn--bcher-kva.example> is ASCII.
# smtp-server hands over ann@bücher.example, though nobody said SMTPUTF8, and so for recipients. Who forwards it as it is
# writes umlauts to the next server, which may take no SMTPUTF8 and refuses the whole message; who looks a domain up that
# was stored as DNS has it does not find it, and answers that the mailbox does not exist.
# RFC 6531 section 3.2 (without SMTPUTF8 no such address may be passed on), RFC 5890 section 2.3.2.1 (A-label).
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
const address = 'ann@xn--bcher-kva.example';
const { mailFrom, rcptTo } = await envelope(`MAIL FROM:<${address}>`, `RCPT TO:<${address}>`);
const cases = {
  'MAIL FROM': { standard: address, known: 'ann@bücher.example', seen: mailFrom.address },
  'RCPT TO': { standard: address, known: 'ann@bücher.example', seen: rcptTo[0].address },
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
