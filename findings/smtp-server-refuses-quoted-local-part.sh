#!/usr/bin/env bash
# Expected: an SMTP server library takes each mailbox that SMTP allows, and leaves the choice to the program.
# smtp-server answers 501 to a recipient with a blank or an "@" in a quoted local part, before any handler is
# asked; it takes "ann.doe". The sender sees a permanent failure of an address that is valid.
# RFC 5321 section 4.1.2 (Quoted-string: qtextSMTP is %d32-33, %d35-91, %d93-126).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts smtp-server@3.21.6
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { connect } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');

const answer = async (recipient) => {
  const socket = connect(server.server.address().port, '127.0.0.1');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async () => {
    for (;;) {
      const { value } = await replies.next();
      if (value[3] === ' ') return value.slice(0, 3);
    }
  };
  await reply();
  let last = '';
  for (const command of ['EHLO client.example', 'MAIL FROM:<>', `RCPT TO:<${recipient}>`, 'QUIT']) {
    socket.write(`${command}\r\n`);
    const code = await reply();
    if (command.startsWith('RCPT')) last = code;
  }
  socket.destroy();
  return last;
};
const cases = {};
for (const [recipient, known] of [['ann.doe@example.com', '250'], ['"ann.doe"@example.com', '250'], ['"ann doe"@example.com', '501'], ['"ann@home"@example.com', '501']]) {
  cases[recipient] = { standard: '250', known, seen: await answer(recipient) };
}
server.close();

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
timeout 60 node "$work/run.mjs"
