# Read by the findings on smtp-server: installs it into a temporary folder, and writes envelope.mjs there. That gives the envelope
# that the server hands to its program after the commands of a client.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts smtp-server@3.21.6
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/envelope.mjs" <<'JS'
import { once } from 'node:events';
import { connect } from 'node:net';
import { SMTPServer } from 'smtp-server';

export const envelope = (...commands) =>
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
JS
