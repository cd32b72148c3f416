import { proxyHeaderV2 } from '#support/proxy-header.ts';
import { connectSmtp, dotStuff, type SmtpTestClient } from '#support/smtp-client.ts';
import type { Person } from '../calls.ts';

const timeoutMs = 10_000;

/** A connection that comes from `address`, as the proxy in front of the program tells; the banner is read. */
export async function connectFrom(port: number, address: string): Promise<{ client: SmtpTestClient; banner: string }> {
  const client = await connectSmtp({ port, prelude: proxyHeaderV2(address), timeoutMs });
  try {
    return { client, banner: await client.reply() };
  } catch (error) {
    client.destroy();
    throw error;
  }
}

/** What a server says to a message in the end: the first reply that is none of success, else the last. */
async function converse(client: SmtpTestClient, lines: readonly string[], data: string | Buffer): Promise<string> {
  for (const line of lines) {
    const reply = await client.command(line);
    if (!/^[23]/u.test(reply)) return reply;
  }
  await client.send(dotStuff(data));
  const reply = await client.reply();
  await client.command('QUIT');
  return reply;
}

export interface Envelope {
  readonly port: number;
  /** Where the client is. */
  readonly address: string;
  readonly from: string;
  readonly to: string;
  readonly data: string | Buffer;
}

/** Hands a message to the port of the aliases; the reply that decided. @throws Error when the connection breaks */
export async function deliver({ port, address, from, to, data }: Envelope): Promise<string> {
  const { client, banner } = await connectFrom(port, address);
  try {
    if (!banner.startsWith('220')) return banner;
    const lines = ['EHLO relay.sender.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA'];
    return await converse(client, lines, data);
  } finally {
    client.destroy();
  }
}

/** Sends a message as an alias, signed in under TLS; the reply that decided. @throws Error when the connection breaks */
export async function submit(envelope: Omit<Envelope, 'from'>, person: Person): Promise<string> {
  const { client, banner } = await connectFrom(envelope.port, envelope.address);
  try {
    if (!banner.startsWith('220')) return banner;
    await client.command('EHLO laptop.example');
    const ready = await client.command('STARTTLS');
    if (!ready.startsWith('220')) return ready;
    await client.startTls();
    const plain = Buffer.from(`\0${person.alias}\0${person.smtpPassword}`).toString('base64');
    const lines = ['EHLO laptop.example', `AUTH PLAIN ${plain}`];
    return await converse(
      client,
      [...lines, `MAIL FROM:<${person.alias}>`, `RCPT TO:<${envelope.to}>`, 'DATA'],
      envelope.data,
    );
  } finally {
    client.destroy();
  }
}
