import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Place } from '../calls.ts';
import { connectFrom } from '../clients/smtp.ts';
import type { Attack, Means } from './attack.ts';
import { hold, type Held } from './hold.ts';
import { inTurn } from './networks.ts';

/** Attacks that do nothing but be there. */

const ofOneNetwork = 800;
const ofManyNetworks = { connections: 800, networks: 40 };
const halfHeads = { connections: 2200, networks: 4 };
const webConnections = 2500;
const betweenLettersMs = 3000;
const betweenRequestsMs = 4000;

/** An SMTP connection that says nothing more than its name. */
async function sitIn({ place, count }: Means, address: string, number: number): Promise<Held | null> {
  const port = number % 4 === 0 ? place.submissionPort : place.mxPort;
  const { client, banner } = await connectFrom(port, address);
  count(banner.startsWith('220') ? 'open' : banner.slice(0, 3));
  if (!banner.startsWith('220')) {
    client.destroy();
    return null;
  }
  await client.command('EHLO sitting.example');
  return { closed: client.closed(), end: client.destroy };
}

async function openWeb({ webUrl }: Place, localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(webUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.resume();
  return socket;
}

/** Writes over and over until the server has enough. */
function keepWriting(socket: Socket, text: string, everyMs: number): Held {
  const timer = setInterval(() => socket.write(text), everyMs);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
  return { closed, end: () => socket.destroy() };
}

export const connectionAttacks: readonly Attack[] = [
  {
    name: 'connections',
    what: `one IPv4 /24 keeps ${ofOneNetwork} SMTP connections and opens another for each that is cut`,
    run: (means) => hold(means, ofOneNetwork, (number) => sitIn(means, `203.0.113.${1 + (number % 250)}`, number)),
  },
  {
    name: 'places',
    what: `${ofManyNetworks.connections} idle SMTP connections from ${ofManyNetworks.networks} networks`,
    run: (means) =>
      hold(means, ofManyNetworks.connections, (number) =>
        sitIn(means, inTurn(number, ofManyNetworks.networks), number),
      ),
  },
  {
    name: 'slow-heads',
    what: `${halfHeads.connections} requests from ${halfHeads.networks} networks, whose heads come letter by letter`,
    run: (means) =>
      hold(means, halfHeads.connections, async (number) => {
        const address = `127.1.${number % halfHeads.networks}.${1 + (number % 200)}`;
        const socket = await openWeb(means.place, address);
        means.count('open');
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ');
        return keepWriting(socket, 'x', betweenLettersMs);
      }),
  },
  {
    name: 'http-connections',
    what: `${webConnections} web connections from one IPv4 /24, each with a request now and then`,
    run: (means) =>
      hold(means, webConnections, async (number) => {
        const socket = await openWeb(means.place, `127.2.0.${1 + (number % 200)}`);
        means.count('open');
        const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
        socket.write(request);
        return keepWriting(socket, request, betweenRequestsMs);
      }),
  },
];
