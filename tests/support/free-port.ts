import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port that was free a moment ago, for what has to be known before its server is up. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
