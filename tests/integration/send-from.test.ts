import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aliasesResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { withDomains } from '#cli/database.ts';
import { isLoopback } from '#platform/ip.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { openMailProgram } from '#support/submission.ts';

/** What the program's other addresses are, so that nothing but their purpose tells them apart. */
const established = 'since=2020-01-01';
const sendFrom = [
  '127.0.0.2 general2.kauke.example',
  `127.0.0.3 general3.kauke.example ${established}`,
  `127.0.0.4 sending.kauke.example for=sending ${established}`,
  `127.0.0.5 new.kauke.example for=new-accounts ${established}`,
  `127.0.0.6 own.kauke.example for=own-mail ${established}`,
  '127.0.0.7 drained.kauke.example drain',
];

const environment = {
  DELIVERY: 'mx',
  MAIL_DOMAINS: 'kauke.test',
  MAIL_HOSTNAME: 'mx.kauke.example',
  ...mxOperator,
  UNAUTHENTICATED_MAIL: 'mark',
};

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let program: ReturnType<typeof openMailProgram> | undefined;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    { ...environment, SEND_FROM: sendFrom.join(',') },
    { mailHosts: { port: sink.port, allowAddress: isLoopback }, mailLimits: quickLimits },
  );
  const hosts = { MX: [{ preference: 10, exchange: 'sink.example' }] };
  service.dns.add({
    'home-inbox.eu': hosts,
    'office-inbox.eu': hosts,
    'friends-inbox.eu': hosts,
    'sink.example': { A: ['127.0.0.1'] },
  });
  ann = await signUpOwner(service, 'ann@home-inbox.eu');
});

afterAll(async () => {
  program?.close();
  await service.stop();
  await sink.stop();
});

beforeEach(() => sink.setScript({}));

function waysOf(messages: readonly SinkMessage[]): string[] {
  return [...new Set(messages.map(({ client, helo }) => `${client} ${helo}`))];
}

function sentTo(rcptTo: string, { received } = sink): SinkMessage[] {
  return received.filter((message) => message.rcptTo.includes(rcptTo));
}

/** Where mail of a stranger to an alias arrives from. */
async function forward(alias: string): Promise<void> {
  const data = `From: carol@sender.example\r\nSubject: Hello ${alias}\r\n\r\nText\r\n`;
  const replies = await sendMessage({
    port: service.mxPort,
    from: 'carol@sender.example',
    to: `${alias}@kauke.test`,
    data,
  });
  expect(replies.data).toMatch(/^250 /);
}

async function aliasId(name: string): Promise<string> {
  const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
  return aliasesResponseSchema.parse(body).aliases.find(({ alias }) => alias === name)?.id ?? '';
}

async function ageAccount(days: number): Promise<void> {
  await withDomains(service.command, ({ database }) =>
    database.pool.query(`update users set created_at = now() - $1::int * interval '1 day'`, [days]),
  );
}

describe('the address that mail leaves from', () => {
  it('is its own for our own mail', async () => {
    await ann.createAlias('shop', ['inbox@office-inbox.eu']);
    await expect.poll(() => waysOf(sentTo('inbox@office-inbox.eu'))).toEqual(['127.0.0.6 own.kauke.example']);
    for (const { raw } of sentTo('inbox@office-inbox.eu')) await confirmInbox(ann, raw);
  });

  it('is a general one for what is forwarded, the same for each inbox', async () => {
    const before = sink.messages.length;
    for (let count = 0; count < 3; count += 1) await forward('shop');
    await sink.waitForMessages(before + 3);
    const ways = waysOf(sink.messages.slice(before));
    expect(ways).toHaveLength(1);
    expect(ways[0]).toMatch(/^127\.0\.0\.([23]) general\1\.kauke\.example$/);
  });

  it('is another one for what a new account sends, until it is a month old', async () => {
    const made = await ann.send('POST', '/api/smtp-credentials', { aliasId: await aliasId('shop') });
    const { credential } = newCredentialResponseSchema.parse(made.body);
    const opened = openMailProgram({ port: service.program.submissionPort ?? 0, ...credential });
    program = opened;
    const write = (to: string) => opened.sendMail({ from: 'shop@kauke.test', to, subject: 'Hi', text: 'Hi' });
    await write('bob@friends-inbox.eu');
    await expect.poll(() => waysOf(sentTo('bob@friends-inbox.eu'))).toEqual(['127.0.0.5 new.kauke.example']);
    await ageAccount(31);
    await write('dora@friends-inbox.eu');
    await expect.poll(() => waysOf(sentTo('dora@friends-inbox.eu'))).toEqual(['127.0.0.4 sending.kauke.example']);
  });

  it('stays for all retries of a message, whichever of several it was', async () => {
    await ageAccount(31);
    const friends = Array.from({ length: 12 }, (_, index) => `friend${index}@office-inbox.eu`);
    for (const [index, inbox] of friends.entries()) {
      await ann.createAlias(`friend${index}`, [inbox]);
      await expect.poll(() => sentTo(inbox).length).toBe(1);
      for (const { raw } of sentTo(inbox)) await confirmInbox(ann, raw);
    }
    const tries = new Map<string, number>();
    sink.setScript({
      onData: ({ rcptTo: [inbox = ''] }) => {
        tries.set(inbox, (tries.get(inbox) ?? 0) + 1);
        // As greylisting does; one after the other, so that the destination itself is not left alone.
        return (tries.get(inbox) ?? 0) < 3 ? { code: 451, text: '4.7.1 later' } : 'accept';
      },
    });
    for (const index of friends.keys()) await forward(`friend${index}`);
    await expect.poll(() => [...tries.values()].filter((count) => count >= 3).length).toBe(12);
    const ways = friends.map((inbox) => waysOf(sentTo(inbox).slice(1)));
    for (const [way, ...others] of ways) expect([way, others]).toEqual([expect.stringMatching(/ general[23]\./), []]);
    expect(new Set(ways.flat()).size).toBe(2);
  });
});

describe('an IPv6 address', () => {
  it('is seen by hosts of that family once its name leads back to it; of a listed one the operator hears', async () => {
    const dns = await startDnsServer({
      ['1.' + '0.'.repeat(31) + 'ip6.arpa']: { PTR: ['six.kauke.example'] },
      'six.kauke.example': { AAAA: ['0:0:0:0:0:0:0:1'] },
      'six-inbox.eu': { MX: [{ preference: 10, exchange: 'sink-six.example' }] },
      'sink-six.example': { AAAA: ['::1'] },
      'operator.example': { MX: [{ preference: 10, exchange: 'sink-six.example' }] },
      '3.0.0.127.bl.example': { A: ['127.0.0.2'] },
    });
    const sinkSix = await startSmtpSink({ host: '::1' });
    const other = await startService(
      {
        ...environment,
        SEND_FROM: `127.0.0.2 general2.kauke.example, 127.0.0.3 general3.kauke.example ${established}, ::1 six.kauke.example`,
        DNSBL_ZONES: 'bl.example',
        DNS_SERVERS: dns.address,
      },
      { mailHosts: { port: sinkSix.port, allowAddress: isLoopback } },
    );
    const owner = await signUpOwner(other, 'bea@six-inbox.eu');
    await owner.createAlias('shop', ['bea@six-inbox.eu']);
    await expect.poll(() => sentTo('bea@six-inbox.eu', sinkSix).length).toBe(1);
    await expect.poll(() => sentTo('operator@operator.example', sinkSix).length).toBe(1);
    expect(waysOf(sinkSix.messages)).toEqual(['::1 six.kauke.example']);
    const [alarm] = sentTo('operator@operator.example', sinkSix);
    expect(alarm?.raw.toString()).toContain('127.0.0.3 (general3.kauke.example)');
    await other.stop();
    await Promise.all([sinkSix.stop(), dns.close()]);
  });
});

describe('a start', () => {
  it('ends where an address is none of this machine', async () => {
    const start = startService({
      ...environment,
      SEND_FROM: '127.0.0.2 mx2.kauke.example, 192.0.2.9 mx9.kauke.example',
    });
    await expect(start).rejects.toThrow("SEND_FROM: address 2 (mx9.kauke.example) is none of this machine's.");
  });
});
