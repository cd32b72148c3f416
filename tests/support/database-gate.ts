import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way to a database, which a test can close in the ways a network does. */
export interface DatabaseGate {
  /** The database, reached through the gate. */
  readonly url: string;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Lets connections in again, on the same port, after `cut`. */
  open(): Promise<void>;
  /** Passes no octet on any more and tells nobody. */
  hush(): void;
  /** Passes on again, after `hush`, what came meanwhile and what comes. */
  resume(): void;
  /** After `hush`: new connections pass, those from before stay silent, as when another machine has taken the address. */
  takeOver(): void;
}

export async function startDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  let hushed = false;
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          incoming.destroy();
          outgoing.destroy();
        });
    }
    incoming.pipe(outgoing).pipe(incoming);
    if (hushed) for (const socket of [incoming, outgoing]) socket.pause();
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: () => listen(port),
    hush: () => {
      hushed = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      hushed = false;
      for (const socket of sockets) socket.resume();
    },
    takeOver: () => {
      hushed = false;
    },
  };
}
