import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

export interface ListenPlace {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** Lets a server listen; the port really bound. @throws Error the system's, such as EADDRINUSE */
export type Listen = (server: Server, place: ListenPlace) => Promise<number>;

/** The system gives each connection to one of the sockets of a port, as many to each (SO_REUSEPORT, socket(7)). */
const canShare = process.platform === 'linux';

async function listen(server: Server, options: ListenPlace & { exclusive?: boolean; reusePort?: boolean }) {
  server.listen(options);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** For the only process of a program. */
export const listenAlone: Listen = listen;

/** For a process whose program has others at the same port already. */
export const listenBeside: Listen = (server, place) => listen(server, { ...place, reusePort: canShare });

/** For the first of them. A shared port could be another program's of the same user, which would get half of the mail. */
export const listenFirst: Listen = async (server, place) => {
  if (place.port !== 0) {
    const probe = createServer();
    await listen(probe, { ...place, exclusive: true });
    probe.close();
    await once(probe, 'close');
  }
  return listenBeside(server, place);
};
