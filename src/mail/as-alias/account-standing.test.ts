import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NewAccountCredential } from '#contract/account/smtp-credentials.ts';
import { createAccountCredential } from '#core/credentials/account-credentials.ts';
import { systemClock } from '#platform/clock.ts';
import { findReplyAlias } from '#core/aliases/standing/speaker.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import type { TestAlias } from '#support/mail-engine.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { greetSecurely, plainResponse } from '#support/submission-listener.ts';
import { headerOf, signInAt, startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

/** What a password for all aliases of an account may do as each of them, in whatever state they are. */

let test: SendingTest;
let ann: Sender;
let second: TestAlias;
let credential: NewAccountCredential;
let client: SmtpTestClient;

beforeAll(async () => {
  test = await startSendingTest();
});
beforeEach(async () => {
  ann = await test.addSender();
  second = await test.mail.addAlias({
    local: `b-${randomUUID()}`,
    targets: ['second@inbox.example'],
    userId: ann.userId,
  });
  credential = await createAccountCredential(test.mail.context, ann.userId, null);
  client = await signInAt(test.listeners.submissionPort, credential);
});
afterAll(() => test.close());

async function tryFrom({ address }: { readonly address: string }): Promise<string> {
  const answer = await client.command(`MAIL FROM:<${address}>`);
  await client.command('RSET');
  return answer;
}
/** The reply to the final dot, or to the first command refused. */
async function send(from: TestAlias, to: readonly string[], raw: string): Promise<string> {
  await client.command('RSET');
  for (const command of [`MAIL FROM:<${from.address}>`, ...to.map((one) => `RCPT TO:<${one}>`)]) {
    const reply = await client.command(command);
    if (!reply.startsWith('250 ')) return reply;
  }
  expect(await client.command('DATA')).toMatch(/^354 /);
  await client.send(`${raw}\r\n.\r\n`);
  return client.reply();
}
const messageAs = ({ address }: TestAlias, fields: readonly string[] = []): string =>
  ann.message(fields).replace(ann.address, address);

it('stands as the alias stands that it sends as, and as the account', async () => {
  const { db } = test.mail.context.database;
  const alias = db.updateTable('aliases').where('id', '=', second.aliasId);
  const past = new Date(systemClock.now() - 1000);
  const until = async (change: Promise<unknown>, reply: RegExp, back: () => Promise<unknown>): Promise<void> => {
    await change;
    expect(await tryFrom(second)).toMatch(reply);
    await back();
    expect(await tryFrom(second)).toMatch(/^250 /);
  };
  await until(alias.set({ expiresAt: past }).execute(), /^550 5\.7\.1 This alias has ended/, () =>
    alias.set({ expiresAt: null }).execute(),
  );
  await until(alias.set({ active: false }).execute(), /^550 5\.7\.1 This alias is paused/, () =>
    alias.set({ active: true }).execute(),
  );
  const user = db.updateTable('users').where('id', '=', ann.userId);
  for (const suspended of ['sending', 'all'] as const) {
    await until(user.set({ suspended }).execute(), /^550 5\.7\.1 The account is suspended/, () =>
      user.set({ suspended: null }).execute(),
    );
  }
  await until(user.set({ leavingAt: past }).execute(), /^535 5\.7\.8/, () => user.set({ leavingAt: null }).execute());
  // What ends between the envelope and the final dot is not sent either.
  await client.command(`MAIL FROM:<${second.address}>`);
  await client.command('RCPT TO:<bob@b.example>');
  await alias.set({ active: false }).execute();
  await client.command('DATA');
  await client.send(`${messageAs(second)}\r\n.\r\n`);
  expect(await client.reply()).toMatch(/^550 5\.7\.1 This alias is paused/);
  await user.set({ lockedAt: past }).execute();
  expect(await tryFrom(ann)).toMatch(/^550 5\.7\.1 The account is locked/);
  client.destroy();
});

it('sends as nobody on a domain that is lost, nor as an alias that passed to another account', async () => {
  const { context } = test.mail;
  const { db } = context.database;
  const own = await addOwnDomain(context, { userId: ann.userId, name: `d-${randomUUID().slice(0, 8)}.example` });
  await db.updateTable('aliases').set({ domainId: own.id }).where('id', '=', second.aliasId).execute();
  const there = { address: second.address.replace('kauke.test', own.name) };
  const ofDomain = await createAccountCredential(context, ann.userId, own.id);
  const clients = [client, await signInAt(test.listeners.submissionPort, ofDomain)];
  const bob = await test.addSender();
  const expectAll = async (reply: RegExp): Promise<void> => {
    for (client of clients) expect(await tryFrom(there)).toMatch(reply);
  };
  await expectAll(/^250 /);
  await db.updateTable('domains').set({ state: 'lost' }).where('id', '=', own.id).execute();
  await expectAll(/^550 5\.7\.1 /);
  // Whoever proves it next has a row, and aliases, of their own.
  const next = await addOwnDomain(context, { userId: bob.userId, name: own.name });
  await db.updateTable('aliases').set({ domainId: next.id, localPart: 'x' }).where('id', '=', bob.aliasId).execute();
  for (client of clients) expect(await tryFrom({ address: `x@${own.name}` })).toMatch(/^553 5\.7\.1/);
  await db.updateTable('domains').set({ state: 'lost' }).where('id', '=', next.id).execute();
  await db.updateTable('domains').set({ state: 'verified' }).where('id', '=', own.id).execute();
  await expectAll(/^250 /);
  await db.updateTable('aliases').set({ userId: bob.userId }).where('id', '=', second.aliasId).execute();
  await expectAll(/^553 5\.7\.1 The sender must be an alias that this password sends as/);
  for (const one of clients) one.destroy();
});

it('names no second alias: not as the sender, nor for answers, nor beside the author', async () => {
  const named = [`Sender: <${second.address}>`, `Reply-To: <${second.address}>`, `Resent-From: <${second.address}>`];
  const more = [`X-Sender: ${second.address}`, `Return-Path: <${second.address}>`, `Message-ID: <1.${second.address}>`];
  // What tells an owner of a new password may arrive late.
  const before = test.sink.messages.length;
  expect(await send(ann, ['r9@b.example'], ann.message([...named, ...more]))).toMatch(/^250 /);
  let message: SinkMessage | undefined;
  for (let count = before + 1; message === undefined; count += 1) {
    const arrived = await test.sink.waitForMessages(count);
    message = arrived.slice(before).find(({ rcptTo }) => rcptTo.includes('r9@b.example'));
  }
  const header = [...headerOf(message).values()].join('\n');
  expect(header).toContain(ann.address);
  expect(header).not.toContain(second.address);
  expect(message.mailFrom).not.toContain(second.address.split('@')[0]);
  // The envelope says which alias it is, and the author is that one alone.
  expect(await send(second, ['bob@b.example'], ann.message([`Sender: <${second.address}>`]))).toMatch(/^550 5\.7\.1 /);
  const two = ann.message().replace(`<${ann.address}>`, `<${ann.address}>, <${second.address}>`);
  expect(await send(ann, ['bob@b.example'], two)).toMatch(/^550 5\.\d\.\d /);
  client.destroy();
});

it('counts for the alias and the account as any other password does', async () => {
  const addresses = Array.from({ length: 21 }, (_, index) => `r${index}@b.example`);
  await test.arrivals(20, async () => {
    expect(await send(ann, addresses.slice(0, 12), ann.message())).toMatch(/^250 /);
    expect(await send(second, addresses.slice(12), messageAs(second))).toMatch(/^452 4\.7\.1 Limit reached: 20 new/);
    expect(await send(second, addresses.slice(12, 20), messageAs(second))).toMatch(/^250 /);
  });
  await test.arrivals(29, async () => {
    for (let sent = 1; sent < 30; sent += 1) {
      expect(await send(ann, ['r0@b.example'], ann.message())).toMatch(/^250 /);
    }
  });
  const full = /^452 4\.7\.1 Limit reached: 30 messages of this alias/;
  expect(await send(ann, ['r0@b.example'], ann.message())).toMatch(full);
  const own = await ann.signIn();
  expect(await ann.send(own, ['r0@b.example'], ann.message())).toMatch(full);
  await test.arrivals(1, async () => expect(await send(second, ['r12@b.example'], messageAs(second))).toMatch(/^250 /));
  own.destroy();
  client.destroy();
});

it('is guessed no faster than any other, and a guess learns nothing of whether there is such a name', async () => {
  const tries = async (username: string): Promise<string[]> => {
    const answers: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      const stranger = await greetSecurely(test.listeners.submissionPort);
      answers.push(await stranger.command(`AUTH PLAIN ${plainResponse({ username, password: 'wrong' })}`));
      stranger.destroy();
    }
    return answers;
  };
  const [wrong, unknown] = await Promise.all([tries(credential.username), tries('a'.repeat(16))]);
  expect(wrong).toEqual(unknown);
  expect(wrong.slice(9)).toEqual([
    '535 5.7.8 Wrong user name or password',
    '454 4.7.0 Too many failed attempts, try again later',
  ]);
  const right = await greetSecurely(test.listeners.submissionPort);
  expect(await right.command(`AUTH PLAIN ${plainResponse(credential)}`)).toMatch(/^454 4\.7\.0/);
  right.destroy();
  client.destroy();
});

it('sends as no role of a domain that another account has, nor answers as one, once its holder has left', async () => {
  const { context } = test.mail;
  const { db } = context.database;
  const bob = await test.addSender();
  const own = await addOwnDomain(context, { userId: bob.userId, name: `d-${randomUUID().slice(0, 8)}.example` });
  const standingOfReply = async () => (await findReplyAlias(context, second.aliasId, 'second@inbox.example'))?.standing;
  for (const [localPart, isRole] of [
    ['admin', true],
    ['postmaster', true],
    ['letters', false],
  ] as const) {
    const since = { createdAt: new Date(0) };
    await db
      .insertInto('domainMembers')
      .values({ domainId: own.id, userId: ann.userId, role: 'maker', ...since })
      .execute();
    await db.updateTable('aliases').where('id', '=', second.aliasId).set({ domainId: own.id, localPart }).execute();
    const there = { address: `${localPart}@${own.name}` };
    expect(await tryFrom(there)).toMatch(/^250 /);
    expect(await standingOfReply()).toBe('live');
    await db.deleteFrom('domainMembers').where('userId', '=', ann.userId).where('domainId', '=', own.id).execute();
    expect(await tryFrom(there)).toMatch(isRole ? /^550 5\.7\.1 The domain of this alias is not proven/ : /^250 /);
    expect(await standingOfReply()).toBe(isRole ? 'lost' : 'live');
  }
});
