import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { findPortState } from '#cli/setup/find-holder.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('tells a free port from one that is held, and by whom if the holder says so', async () => {
  const greeting = createServer((socket) => void socket.end('220 mx.home.example ESMTP Postfix (Debian)\r\n'));
  const silent = createServer((socket) => void socket.end());
  const [greetingPort, silentPort] = [await listen(greeting), await listen(silent)];
  expect(await findPortState(greetingPort)).toEqual({ holder: 'postfix' });
  expect(await findPortState(silentPort)).toEqual({ holder: 'another program' });
  silent.close();
  await once(silent, 'close');
  expect(await findPortState(silentPort)).toBe('free');
  greeting.close();
});

it('finds a port free at another address than that of its holder', async () => {
  const holder = createServer();
  const port = await listen(holder);
  expect(await findPortState(port, '127.0.0.1')).toEqual({ holder: 'another program' });
  expect(await findPortState(port, '::1')).toBe('free');
  holder.close();
});
