import type { SmtpTestClient } from '#support/smtp-client.ts';
import { deliver, connectFrom } from '../clients/smtp.ts';
import { flood, type Attack, type Means } from './attack.ts';
import { hold } from './hold.ts';
import { inTurn } from './networks.ts';

/** Attacks on what messages use up: room in the queue, octets in hand, time. */

/** Octets of a message that has to wait, and those that are announced: where one is too much, the next may still fit. */
const waitingBytes = [1_000_000, 100_000, 10_000, 1000] as const;
const announcedBytes = [26_214_400, 4_000_000, 400_000, 40_000, 4000] as const;
const announcers = { connections: 48, networks: 8 };
const drips = { connections: 500, networks: 25 };
const betweenDripsMs = 2000;

function heavyMessage(alias: string, bytes: number): Buffer {
  const header = `From: <somebody@sender.example>\r\nTo: <${alias}>\r\nSubject: Heavy\r\n\r\n`;
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bytes, `${'x'.repeat(70)}\r\n`), Buffer.from('\r\n')]);
}

/** Up to where the message itself is expected; null when it is refused before. */
async function openData(
  { place, people, count }: Means,
  address: string,
  size: string,
): Promise<SmtpTestClient | null> {
  const { client, banner } = await connectFrom(place.mxPort, address);
  const lines = [
    'EHLO slow.example',
    `MAIL FROM:<x@sender.example>${size}`,
    `RCPT TO:<${people[0]?.alias ?? ''}>`,
    'DATA',
  ];
  let reply = banner;
  for (const line of lines) {
    if (!/^[23]/u.test(reply)) break;
    reply = await client.command(line);
  }
  count(reply.startsWith('354') ? 'open' : reply.slice(0, 3));
  if (reply.startsWith('354')) return client;
  client.destroy();
  return null;
}

export const mailAttacks: readonly Attack[] = [
  {
    name: 'queue',
    what: 'one tenant, whose inbox refuses, fills the room for mail that waits',
    people: async (make) => [await make('tenant')],
    refusesMailTo: (address) => address.startsWith('tenant@'),
    run: async (means) => {
      const [tenant] = means.people;
      if (tenant === undefined) return;
      const messages = waitingBytes.map((bytes) => heavyMessage(tenant.alias, bytes));
      let refused = 0;
      await flood(means, 4, async (number) => {
        const data = messages[refused % messages.length] ?? '';
        const envelope = { port: means.place.mxPort, from: 'somebody@sender.example', to: tenant.alias, data };
        const reply = await deliver({ ...envelope, address: inTurn(number, 32) });
        means.count(reply.slice(0, 9));
        if (!reply.startsWith('2')) refused += 1;
      });
    },
  },
  {
    name: 'sizes',
    what: `${announcers.connections} silent connections from ${announcers.networks} networks announce up to 25 MiB each`,
    people: async (make) => [await make('announced')],
    run: (means) =>
      hold(means, announcers.connections, async (number) => {
        const bytes = announcedBytes[Math.floor(number / announcers.connections) % announcedBytes.length];
        const client = await openData(means, inTurn(number, announcers.networks), ` SIZE=${bytes}`);
        return client === null ? null : { closed: client.closed(), end: client.destroy };
      }),
  },
  {
    name: 'slow-data',
    what: `${drips.connections} connections from ${drips.networks} networks send a message line by line, one in 2 s`,
    people: async (make) => [await make('dripping')],
    run: (means) =>
      hold(means, drips.connections, async (number) => {
        const client = await openData(means, inTurn(number, drips.networks), '');
        if (client === null) return null;
        const timer = setInterval(() => void client.send('x\r\n'), betweenDripsMs);
        const closed = client.closed().finally(() => clearInterval(timer));
        return { closed, end: client.destroy };
      }),
  },
];
