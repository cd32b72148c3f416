import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasesResponseSchema } from '#contract/aliases.ts';
import { madeOfferResponseSchema, offeredResponseSchema } from '#contract/domains/offers.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const annsInbox = 'ann.private@home.example';
const bobsInbox = 'bob@work.example';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let bob: Owner;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      TARGET_CONFIRMATION: 'off',
    },
    { mailLimits: { ...mailLimits, retryDelaysMs: [300], backOffFirstMs: 100, backOffMaxMs: 300, workerPollMs: 100 } },
  );
  ann = await signUpOwner(service, annsInbox);
  bob = await signUpOwner(service, bobsInbox);
  await ann.createAlias('shop', [annsInbox]);
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function aliasOf(owner: Owner, name = 'shop'): Promise<string> {
  const { body } = await owner.send('GET', `/api/aliases/${owner.id}`);
  return aliasesResponseSchema.parse(body).aliases.find(({ alias }) => alias === name)?.id ?? '';
}

async function offer(name = 'shop'): Promise<string> {
  const answer = await ann.send('POST', `/api/aliases/${await aliasOf(ann, name)}/offer`);
  const { link, message } = madeOfferResponseSchema.parse(answer.body);
  expect(answer.status).toBe(201);
  expect(message).toBe('The link works once, for 7 days');
  expect(link).toMatch(/\/take#[\w-]{43}$/);
  return link.split('#')[1] ?? '';
}

function mail(subject: string, to = 'shop@kauke.test') {
  return sendMessage({
    port: service.mxPort,
    from: 'bea@sender.example',
    to,
    data: `From: bea@sender.example\r\nSubject: ${subject}\r\n\r\nText\r\n`,
    timeoutMs: 60_000,
  });
}

/** To whom the messages of a subject went. */
function takenBy(subject: string): string[] {
  return sink.messages
    .filter(({ raw }) => raw.toString().includes(`\r\nSubject: ${subject}\r\n`))
    .flatMap(({ rcptTo }) => rcptTo);
}

describe('an alias that passes to another account', () => {
  it('takes mail all the time: of its former owner what came before, of its new one what comes after', async () => {
    await mail('first');
    await expect.poll(() => takenBy('first')).toEqual([annsInbox]);
    sink.setScript({ onRcpt: (address) => (address === annsInbox ? { code: 451, text: '4.2.1 later' } : 'accept') });
    expect(await mail('waiting')).toMatchObject({ data: expect.stringMatching(/^250 /) });
    const token = await offer();
    expect(takenBy('waiting')).toEqual([]);
    const taken = await bob.send('POST', '/api/offers/take', { token, name: 'shop@kauke.test' });
    expect(taken).toMatchObject({ status: 200, body: { message: 'shop@kauke.test is yours now', kind: 'alias' } });
    await mail('after');
    await expect.poll(() => takenBy('after')).toEqual([bobsInbox]);
    sink.setScript({});
    await expect.poll(() => takenBy('waiting')).toEqual([annsInbox]);
    expect(await aliasOf(ann)).toBe('');
    expect(await aliasOf(bob)).not.toBe('');
  });

  it('is answered by nobody at the reverse addresses that it had', async () => {
    await ann.createAlias('talk', [annsInbox]);
    const home = createOutsideSender(service.dns, 'home.example');
    const work = createOutsideSender(service.dns, 'work.example');
    await mail('hello', 'talk@kauke.test');
    await expect.poll(() => takenBy('hello')).toEqual([annsInbox]);
    const arrived = sink.messages.find(({ raw }) => raw.includes('Subject: hello'))?.raw.toString() ?? '';
    const [, reverse = ''] = /^From:[^<]*<(reply=[^>]+)>/m.exec(arrived.replaceAll('\r\n ', ' ')) ?? [];
    const answer = async (by: OutsideSender, from: string, subject: string) => {
      const lines = [`From: ${from}`, `To: ${reverse}`, `Subject: ${subject}`, `Message-ID: <${subject}@x.example>`];
      const data = await by.sign([...lines, '', 'Text', ''].join('\r\n'));
      return (await sendMessage({ port: service.mxPort, from, to: reverse, data, timeoutMs: 60_000 })).data;
    };
    expect(await answer(home, annsInbox, 'before')).toMatch(/^250 /);
    await expect.poll(() => takenBy('before')).toEqual(['bea@sender.example']);
    const token = await offer('talk');
    const taken = await bob.send('POST', '/api/offers/take', { token, name: 'talk@kauke.test' });
    expect(taken.status).toBe(200);
    // Like an address that was never given.
    const never = await answer(home, annsInbox, 'never');
    expect(never).toMatch(/^550 5\.7\.1 /);
    expect(await answer(work, bobsInbox, 'his')).toBe(never);
    // Owners may be told of something meanwhile; nobody else is.
    const toStrangers = () => sink.messages.filter(({ rcptTo }) => ![annsInbox, bobsInbox].includes(rcptTo[0] ?? ''));
    const before = toStrangers().length;
    expect(await answer(home, annsInbox, 'again')).toBe(never);
    expect(takenBy('again')).toEqual([]);
    expect(toStrangers()).toHaveLength(before);
    await mail('anew', 'talk@kauke.test');
    await expect.poll(() => takenBy('anew')).toEqual([bobsInbox]);
  });

  it('is shown to whoever opens the link, and to nobody who is not signed in', async () => {
    const token = 'A'.repeat(43);
    const read = await ann.send('POST', '/api/offers/read', { token });
    expect(read).toMatchObject({ status: 410, body: { code: 'link_unusable' } });
    const own = await bob.send('POST', `/api/aliases/${await aliasOf(bob)}/offer`);
    const [, made = ''] = madeOfferResponseSchema.parse(own.body).link.split('#');
    const { body } = await ann.send('POST', '/api/offers/read', { token: made });
    expect(offeredResponseSchema.parse(body).offered).toEqual({
      kind: 'alias',
      name: 'shop@kauke.test',
      aliases: 1,
      members: 0,
      expiresAt: expect.any(String),
      own: false,
    });
    const path = `/api/aliases/${await aliasOf(bob)}/offer`;
    expect((await bob.send('GET', path)).body).toEqual({ offer: { expiresAt: expect.any(String) } });
    expect((await bob.send('DELETE', path)).body).toEqual({ message: 'The link works no more' });
    expect((await bob.send('GET', path)).body).toEqual({ offer: null });
    expect((await bob.send('DELETE', path)).status).toBe(404);
    await ann.send('POST', '/api/auth/logout');
    expect((await ann.send('POST', '/api/offers/read', { token: made })).status).toBe(401);
  });
});
