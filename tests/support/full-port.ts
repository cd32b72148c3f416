import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Listens and never accepts: its thread sleeps for good. */
const script = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

function isConnected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    setTimeout(() => resolve(false), 300);
  });
}

/** A port at which connecting takes for ever, because nobody accepts and no more may wait. */
export async function openFullPort(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [written] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(written.toString());
  const waiting: Socket[] = [];
  let room = true;
  while (room) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    waiting.push(socket);
    room = await isConnected(socket);
  }
  return {
    port,
    close: async () => {
      for (const socket of waiting) socket.destroy();
      if (child.killed) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
