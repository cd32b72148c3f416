import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export interface Socket {
  readonly host: string;
  readonly port: number;
}

/** Passes TCP connections on, until the process ends or it is closed. */
export async function startRelay(from: Socket, to: Socket): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((client) => {
    const target = connect(to);
    client.pipe(target).pipe(client);
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
  });
  server.listen(from.port, from.host);
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, close: () => server.close() };
}
