import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { systemClock } from '#platform/clock.ts';
import { accepted, inbox, startAliasService, type AliasService } from '#support/alias-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { exampleMessage } from '#support/mail-engine.ts';

const unknown = /^550 5\.1\.1 /u;
const dayMs = 24 * 60 * 60 * 1000;

let mail: AliasService;
let ahead = 0;

beforeAll(async () => {
  mail = await startAliasService({ clock: { now: () => systemClock.now() + ahead } });
});
afterAll(() => mail.close());

async function create(alias: string, life: object): Promise<Alias> {
  const wanted = { alias, domain: 'kauke.test', forwardTo: inbox, ...life };
  const { status, body } = await mail.ann.send('POST', `/api/aliases/${mail.ann.id}`, wanted);
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { alias: Alias }).alias;
}

async function read(id: string): Promise<Alias | undefined> {
  const { body } = await mail.ann.send('GET', `/api/aliases/${mail.ann.id}`);
  return (body as { aliases: Alias[] }).aliases.find((one) => one.id === id);
}

/** The reply that says what became of a message: to RCPT where that refuses. */
async function send(to: string, number = 0): Promise<string> {
  const data = Buffer.from(exampleMessage(`${to}-${number}`));
  const from = 'bob@sender.example';
  const replies = await sendMessage({ port: mail.service.mxPort, from, to, data, timeoutMs: 60_000 });
  return replies.data ?? replies.rcpt.find((reply) => !reply.startsWith('250')) ?? '';
}

function arrived(to: string): number {
  return mail.sink.messages.filter(({ raw }) => raw.includes(`Message-ID:`) && raw.includes(`Subject of ${to}-`))
    .length;
}

describe('an alias for a number of messages', () => {
  it('lets exactly one of twenty through that come at once, and has ended then', async () => {
    const { id } = await create('once', { maxMessages: 1 });
    const to = 'once@kauke.test';
    const replies = await Promise.all(Array.from({ length: 20 }, (_, number) => send(to, number)));
    expect(replies.filter((reply) => reply === accepted)).toHaveLength(1);
    expect(replies.filter((reply) => unknown.test(reply))).toHaveLength(19);
    expect(arrived(to)).toBe(1);
    expect(await read(id)).toMatchObject({ active: false, forwardTo: 'null', ended: 'count', messagesLeft: 0 });
    const toggled = await mail.ann.send('PATCH', `/api/aliases/${id}/toggle`, { active: true });
    expect(toggled).toMatchObject({ status: 409, body: { code: 'alias_ended' } });
    await mail.ann.send('PUT', `/api/aliases/${id}`, { maxMessages: 2 });
    expect(await send(to, 21)).toBe(accepted);
    expect(await read(id)).toMatchObject({ active: true, ended: null, maxMessages: 2, messagesLeft: 1 });
  });
});

describe('an alias with a date', () => {
  it('takes mail until then, and is unknown to senders afterwards until it gets another', async () => {
    const expiresAt = new Date(systemClock.now() + ahead + dayMs).toISOString();
    const { id } = await create('fair', { expiresAt });
    expect(await send('fair@kauke.test')).toBe(accepted);
    ahead += 2 * dayMs;
    expect(await send('fair@kauke.test')).toMatch(unknown);
    expect(await send('never-given@kauke.test')).toMatch(unknown);
    expect(await read(id)).toMatchObject({ active: false, ended: 'date', expiresAt });
    expect(await mail.ann.send('PUT', `/api/aliases/${id}`, { expiresAt: null })).toMatchObject({ status: 200 });
    expect(await send('fair@kauke.test')).toBe(accepted);
  });

  it('takes no date that is over or far away', async () => {
    const wanted = { alias: 'past', domain: 'kauke.test', forwardTo: inbox };
    for (const years of [0, 11]) {
      const expiresAt = new Date(systemClock.now() + ahead + years * 366 * dayMs).toISOString();
      const answer = await mail.ann.send('POST', `/api/aliases/${mail.ann.id}`, { ...wanted, expiresAt });
      expect(answer).toMatchObject({ status: 400, body: { errors: { expiresAt: [expect.any(String)] } } });
    }
  });
});

describe('an alias that ends after days without mail', () => {
  it('goes on with each message, and ends after as many days without one', async () => {
    const { id } = await create('quiet', { idleDays: 3 });
    for (const _ of [1, 2]) {
      ahead += 3 * dayMs;
      expect(await send('quiet@kauke.test')).toBe(accepted);
    }
    ahead += 4 * dayMs;
    expect(await send('quiet@kauke.test')).toMatch(unknown);
    expect(await read(id)).toMatchObject({ active: false, ended: 'idle' });
    await mail.ann.send('PUT', `/api/aliases/${id}`, { idleDays: 3 });
    expect(await send('quiet@kauke.test')).toBe(accepted);
  });
});
