import { randomUUID } from 'node:crypto';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { connectSmtp, dotStuff, type SmtpTestClient } from '#support/smtp-client.ts';
import type { SinkAction, SinkMessage, SinkReply } from '#support/smtp-sink.ts';
import { plainResponse } from '#support/submission-listener.ts';
import { forAll, type Population, type PopulationAlias } from '#support/unlinkable/population.ts';

/** What the server answered to somebody who wrote to an alias, and after how long. */
export interface Answer {
  readonly text: string;
  readonly rcptMs: number;
  readonly dataMs: number;
}

async function timed(answer: () => Promise<string>): Promise<{ text: string; ms: number }> {
  const startedAt = performance.now();
  const text = await answer();
  return { text, ms: performance.now() - startedAt };
}

interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly data: string | Buffer;
}

async function transact(client: SmtpTestClient, { from, to, data }: Transaction): Promise<Answer> {
  const mail = await client.command(`MAIL FROM:<${from}>`);
  const rcpt = await timed(() => client.command(`RCPT TO:<${to}>`));
  const start = await client.command('DATA');
  if (!start.startsWith('354')) throw new Error(`${mail} ${rcpt.text} ${start}`);
  const done = await timed(async () => {
    await client.send(dotStuff(data));
    return client.reply();
  });
  return { text: `${rcpt.text} ${done.text}`, rcptMs: rcpt.ms, dataMs: done.ms };
}

/** Runs `session` with a client at port 25 that comes from an address of its own. */
async function atMx<T>(
  { mxPort }: Population,
  index: number,
  session: (client: SmtpTestClient) => Promise<T>,
): Promise<T> {
  const client = await connectSmtp({ port: mxPort, localAddress: `127.4.${index}.1` });
  try {
    await client.reply();
    await client.command('EHLO mail.sender.example');
    return await session(client);
  } finally {
    client.destroy();
  }
}

/** Writes to every alias `times` times, and gives the answers by the alias's index. */
export async function probeAliases(
  population: Population,
  times: number,
  aliases = population.aliases,
): Promise<ReadonlyMap<number, readonly Answer[]>> {
  const answers = new Map<number, Answer[]>(aliases.map(({ index }) => [index, []]));
  const all = aliases.flatMap((alias) => Array.from({ length: times }, () => alias));
  await forAll(population, all, async ({ index, address, correspondent }) => {
    const data = [
      `From: Bob <${correspondent}>`,
      `To: ${address}`,
      `Subject: letter ${index}`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${randomUUID()}@sender.example>`,
      '',
      'Hello.',
      '',
    ].join('\r\n');
    const answer = await atMx(population, index, (client) =>
      transact(client, { from: correspondent, to: address, data }),
    );
    answers.get(index)?.push(answer);
  });
  return answers;
}

/** What the inboxes of an owner say from now on, at RCPT or after the final dot; null: they take their mail. */
export type InboxSays = (owner: number) => { readonly stage: 'onRcpt' | 'onData'; readonly reply: SinkReply } | null;

/** Writes once to each of some aliases while the inboxes behind them answer so. */
export async function probeWhile(
  population: Population,
  probed: readonly PopulationAlias[],
  says: InboxSays,
): Promise<ReadonlyMap<number, readonly Answer[]>> {
  const { aliases, sink } = population;
  const owners = new Map(aliases.map(({ inbox, owner }) => [inbox, owner]));
  const at = (stage: 'onRcpt' | 'onData', recipient: string): SinkAction => {
    const owner = owners.get(recipient);
    const said = owner === undefined ? null : says(owner);
    return said?.stage === stage ? said.reply : 'accept';
  };
  sink.setScript({
    onRcpt: (address) => at('onRcpt', address),
    onData: ({ rcptTo: [recipient = ''] }) => at('onData', recipient),
  });
  return probeAliases(population, 1, probed);
}

/** What one alias's owner got, one message for each. */
export async function forwardedTo(population: Population, count: number): Promise<ReadonlyMap<number, SinkMessage>> {
  const found = new Map<number, SinkMessage>();
  const messages = await population.sink.waitForMessages(count, 60_000);
  for (const message of messages) {
    const index = /^Subject: letter (\d+)\r$/m.exec(message.raw.toString('latin1'))?.[1];
    if (index !== undefined && message.rcptTo[0]?.endsWith('@inbox.example')) found.set(Number(index), message);
  }
  return found;
}

function write(
  { index, program }: PopulationAlias,
  { from, to }: { from: string; to: string },
  serial: number,
): string {
  const { boundary, clockSkewMs, fields, messageId, zone } = program;
  const id = messageId(index * 10 + serial);
  const local = Date.now() + clockSkewMs + Number(zone.slice(0, 3)) * 3_600_000;
  const edge = boundary(index * 10 + serial);
  const part = (type: string, text: string): string[] => [
    `--${edge}`,
    `Content-Type: ${type}; charset=utf-8`,
    '',
    text,
  ];
  return [
    ...fields,
    `From: <${from}>`,
    `To: <${to}>`,
    'Subject: Sneakers',
    `Date: ${new Date(local).toUTCString().replace('GMT', zone)}`,
    ...(id === '' ? [] : [`Message-ID: <${id}>`]),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${edge}"`,
    '',
    ...part('text/plain', 'Have you got them in 43?'),
    ...part('text/html', '<p>Have you got them in 43?</p>'),
    `--${edge}--`,
    '',
  ].join('\r\n');
}

/** Every owner answers what came to each alias; to the alias's own correspondent. */
export async function sendReplies(population: Population, forwarded: ReadonlyMap<number, SinkMessage>): Promise<void> {
  await forAll(population, population.aliases, async (alias) => {
    const raw = forwarded.get(alias.index)?.raw ?? Buffer.alloc(0);
    const from = parseMessage(raw).fields.find(({ key }) => key === 'from');
    const to = parseMailboxes(from ? fieldText(from) : '')[0]?.address ?? '';
    const data = await population.provider.sign(write(alias, { from: alias.inbox, to }, 1));
    const { text } = await atMx(population, alias.index, (client) => transact(client, { from: alias.inbox, to, data }));
    if (!text.endsWith('250 2.0.0 Message accepted')) throw new Error(text);
  });
}

/** Every owner writes to the one shop that all of them know, as each alias. */
export async function sendSubmissions(population: Population, to: string): Promise<void> {
  await forAll(population, population.aliases, async (alias) => {
    const { address, index, password } = alias;
    const client = await connectSmtp({
      port: population.submissionsPort,
      implicitTls: true,
      localAddress: `127.5.${index}.1`,
    });
    await client.reply();
    await client.command('EHLO client.example');
    await client.command(`AUTH PLAIN ${plainResponse({ username: address, password })}`);
    const { text } = await transact(client, { from: address, to, data: write(alias, { from: address, to }, 2) });
    if (!text.endsWith('250 2.0.0 Message accepted')) throw new Error(text);
    client.destroy();
  });
}

/** Every inbox throws back one message of each alias, of which its sender hears. */
export async function sendBounces(population: Population, forwarded: ReadonlyMap<number, SinkMessage>): Promise<void> {
  await forAll(population, population.aliases, async ({ index, inbox }) => {
    const { mailFrom = '', raw = Buffer.alloc(0) } = forwarded.get(index) ?? {};
    const header = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');
    const data = [
      'From: MAILER-DAEMON@inbox.example',
      'Subject: Undelivered',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'The mailbox is full.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.inbox.example',
      '',
      `Final-Recipient: rfc822; ${inbox}`,
      'Action: failed',
      'Status: 5.2.2',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      header,
      '--b--',
      '',
    ].join('\r\n');
    await atMx(population, index, (client) => transact(client, { from: '', to: mailFrom, data }));
  });
}

/** What left for anybody but the owners, once there is that much of it. */
export async function sentToStrangers({ sink }: Population, count: number): Promise<readonly SinkMessage[]> {
  for (;;) {
    const sent = sink.messages.filter(({ rcptTo }) => rcptTo[0]?.endsWith('@sender.example'));
    if (sent.length >= count) return sent;
    await sink.waitForMessages(sink.messages.length + 1, 60_000);
  }
}
