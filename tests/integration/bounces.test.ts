import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTarget } from '#support/add-target.ts';
import { failures } from '#support/bounce-samples.ts';
import type { TestAlias } from '#support/mail-engine.ts';
import { noFailures, unreadable } from '#support/quiet-bounce-samples.ts';
import { sendMessage } from '#support/smtp-client.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { ownersInbox, startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

let test: SendingTest;
beforeAll(async () => {
  test = await startSendingTest();
});
afterAll(() => test.close());

const operator = 'operator@inbox.example';
const aDay = sql`interval '1 day'`;

/** Hands a message to port 25; the reply to the final dot, or to RCPT where that refused. */
async function deliver(from: string, to: string, data: string | Buffer): Promise<string> {
  const { rcpt, data: reply } = await sendMessage({ port: test.listeners.mxPort ?? 0, from, to, data });
  return reply ?? rcpt[0] ?? '';
}

async function bounce(to: string, content: string): Promise<void> {
  expect(await deliver('', to, content)).toMatch(/^250 /);
}

/** The envelope sender of a message that the owner sends as the alias. */
async function sendAs(sender: Sender): Promise<string> {
  const client = await sender.signIn();
  const [sent] = await test.arrivals(1, () => sender.send(client, ['bob@b.example'], sender.message()));
  client.end();
  return sent?.mailFrom ?? '';
}

/** The envelope sender of a message that is forwarded for the alias. */
async function forwardTo({ address }: TestAlias, from = 'bob@b.example'): Promise<string> {
  const message = `From: ${from}\r\nTo: ${address}\r\nSubject: Hello\r\n\r\nHello.\r\n`;
  // Nothing of ours is to arrive in its stead.
  await test.mail.drained();
  const [forwarded] = await test.arrivals(1, () => deliver(from, address, message));
  return forwarded?.mailFrom ?? '';
}

function reportOf(status: string): string {
  return [
    'From: MAILER-DAEMON@inbox.example',
    'Subject: failure notice',
    `Message-ID: <${crypto.randomUUID()}@inbox.example>`,
    '',
    `550 ${status} no`,
    '',
  ].join('\r\n');
}

interface Shown {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

async function show({ rcptTo, raw }: SinkMessage): Promise<Shown> {
  const { subject = '', text = '' } = await PostalMime.parse(raw);
  return { to: rcptTo.join(), subject, text: text.replaceAll('\r\n', '\n') };
}

/** What arrives by the worker because of what `work` does. */
async function arrivedBy(work: () => Promise<unknown>): Promise<Shown[]> {
  const before = test.sink.messages.length;
  await work();
  await test.mail.drained();
  return Promise.all(test.sink.messages.slice(before).map(show));
}

async function targetOf({ userId }: TestAlias) {
  return test.mail.context.database.db
    .selectFrom('targets')
    .select(['failingSince', 'bouncedAt'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
}

async function waitingNotices({ userId }: TestAlias): Promise<number> {
  const rows = await test.mail.context.database.db
    .selectFrom('outgoingNotices')
    .select('count')
    .where('userId', '=', userId)
    .where('form', '=', 'joined')
    .execute();
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Moves a day back all that counts and waits for an owner; what waited is told then. */
async function tomorrow(alias: TestAlias): Promise<void> {
  const { db } = test.mail.context.database;
  await sql`update rate_limits set window_start = window_start - ${aDay} where user_id = ${alias.userId}`.execute(db);
  await sql`update outgoing_notices set due_at = due_at - ${aDay}
    where user_id = ${alias.userId} and form = 'joined'`.execute(db);
  await expect.poll(() => waitingNotices(alias)).toBe(0);
}

describe('of a message that an owner sent', () => {
  it.each(Object.entries(failures))('a failure in the form of %s is told to them', async (_, { content, status }) => {
    const address = await sendAs(await test.addSender());
    const [notice, ...more] = await arrivedBy(() => bounce(address, content));
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ to: ownersInbox, subject: 'Your message was not delivered' });
    expect(notice?.text).toContain(`(${status})`);
    expect(notice?.text).not.toContain('office.example');
  });

  it.each(Object.entries(noFailures))('%s is told to nobody', async (_, content) => {
    const sender = await test.addSender();
    const address = await sendAs(sender);
    expect(await arrivedBy(() => bounce(address, content))).toEqual([]);
    expect(await waitingNotices(sender)).toBe(0);
  });

  it('what no program can read is told in its own words, a few times a day and then by number', async () => {
    const sender = await test.addSender();
    const address = await sendAs(sender);
    const texts = [1, 2, 3, 4, 5].map((count) => `Message-ID: <unread-${count}@office.example>\r\n${unreadable}`);
    const notices = await arrivedBy(async () => {
      for (const text of texts) {
        await bounce(address, text);
        await test.mail.tell();
      }
    });
    expect(notices).toHaveLength(3);
    for (const { to, subject, text } of notices) {
      expect({ to, subject }).toEqual({ to: ownersInbox, subject: 'A mail server wrote about your message' });
      expect(text).toContain(`sent as ${sender.address}`);
      expect(text).toContain('> Subject: Laiškas nepristatytas\n> \n> Jūsų laiškas nepasiekė gavėjo.[31m\n');
      const quoted = text.split('\n').filter((line) => line.startsWith('>'));
      expect(Buffer.byteLength(quoted.map((line) => line.slice(2)).join('\n'))).toBeLessThanOrEqual(2048);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
    }
    expect(await waitingNotices(sender)).toBe(2);
    const [joined, ...more] = await arrivedBy(() => tomorrow(sender));
    expect(more).toEqual([]);
    expect(joined?.text).toMatch(/A mail server wrote about your message \(2 times\)[^>]*too often[^>]*$/);
  });

  it('a failure is told to them at the inbox that the alias has by then, where they replaced it meanwhile', async () => {
    const sender = await test.addSender();
    const address = await sendAs(sender);
    const { context } = test.mail;
    const target = 'owner@c.example';
    const targetId = await addTarget(context, { userId: sender.userId, target, confirmed: true });
    const { db } = context.database;
    await db.deleteFrom('targets').where('userId', '=', sender.userId).where('id', '!=', targetId).execute();
    await db.insertInto('aliasTargets').values({ aliasId: sender.aliasId, targetId, position: 0 }).execute();
    expect(await arrivedBy(() => bounce(address, reportOf('5.1.1')))).toMatchObject([
      { to: target, subject: 'Your message was not delivered' },
    ]);
    expect(await arrivedBy(() => bounce(address, unreadable))).toMatchObject([
      { to: target, subject: 'A mail server wrote about your message' },
    ]);
  });

  it('a failure that is about us alerts the operator, too', async () => {
    const address = await sendAs(await test.addSender());
    await sql`delete from rate_limits where user_id is null`.execute(test.mail.context.database.db);
    const mails = await arrivedBy(() => bounce(address, reportOf('5.7.1')));
    expect(mails.map(({ to }) => to).toSorted()).toEqual([operator, ownersInbox].toSorted());
  });

  it('a failure is told to them though its message names an alias beside', async () => {
    const sender = await test.addSender();
    const address = await sendAs(sender);
    const mails = await arrivedBy(async () => {
      const port = test.listeners.mxPort ?? 0;
      const data = reportOf('5.1.1').replace('MAILER-DAEMON@inbox.example', 'bob@b.example');
      await sendMessage({ port, from: '', to: [sender.address, address], data });
    });
    const subjects = mails.map(({ subject }) => subject).toSorted();
    expect(subjects).toEqual(['Your message was not delivered', 'failure notice']);
  });

  it('what no program can read is told to nobody where the owner blocked its writer or paused the alias', async () => {
    const blocking = await test.addSender();
    const paused = await test.addSender();
    const [one, two] = [await sendAs(blocking), await sendAs(paused)];
    await test.mail.blockContact(blocking, 'pastas@office.example');
    const { db } = test.mail.context.database;
    await db.updateTable('aliases').set({ active: false }).where('id', '=', paused.aliasId).execute();
    expect(await arrivedBy(async () => Promise.all([bounce(one, unreadable), bounce(two, unreadable)]))).toEqual([]);
  });

  it('what comes to its bounce address from somebody is mail to the alias', async () => {
    const sender = await test.addSender();
    const address = await sendAs(sender);
    const message = 'From: Ann <ann@c.example>\r\nSubject: I am away\r\n\r\nCall 550.\r\n';
    const [mail, ...more] = await arrivedBy(async () => {
      expect(await deliver('ann@c.example', address, message)).toMatch(/^250 /);
    });
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ownersInbox, subject: 'I am away' });
    await test.mail.blockContact(sender, 'ann@c.example');
    expect(await arrivedBy(() => deliver('ann@c.example', address, message))).toEqual([]);
    await test.mail.context.database.db.deleteFrom('aliases').where('id', '=', sender.aliasId).execute();
    expect(await deliver('ann@c.example', address, message)).toMatch(/^550 5\.1\.1 /);
  });

  it('every failure is told, in three mails a day and then in one', async () => {
    const sender = await test.addSender();
    const address = await sendAs(sender);
    const statuses = Array.from({ length: 8 }, (_, index) => `5.2.${index + 10}`);
    const first = await arrivedBy(async () => {
      for (const status of statuses) {
        await bounce(address, reportOf(status));
        await test.mail.tell();
      }
    });
    expect(first).toHaveLength(3);
    expect(await waitingNotices(sender)).toBe(5);
    const [joined, ...more] = await arrivedBy(() => tomorrow(sender));
    expect(more).toEqual([]);
    const told = [...first, joined].map((mail) => mail?.text ?? '').join('');
    for (const status of statuses) expect(told).toContain(`(${status})`);
  });
});

describe('of a message that was forwarded', () => {
  it.each(['5.1.7', '5.1.8', '5.7.1'])(
    'a failure with %s alerts the operator and counts for no target',
    async (status) => {
      const alias = await test.addSender();
      await sql`delete from rate_limits where user_id is null`.execute(test.mail.context.database.db);
      const address = await forwardTo(alias);
      const mails = await arrivedBy(async () => {
        for (let count = 1; count <= 6; count += 1) await bounce(address, reportOf(status));
      });
      expect(await targetOf(alias)).toEqual({ failingSince: null, bouncedAt: null });
      const alerts = mails.filter(({ to }) => to === operator);
      expect(alerts).toHaveLength(1);
      expect(alerts[0]?.text).toContain(`(${status})`);
      expect(JSON.stringify(alerts)).not.toMatch(/real\.owner|a-[0-9a-f]{8}-|kauke\.test|b\.example/);
      expect(test.mail.logLines.join('')).toContain('delivery.refused_us');
    },
  );

  it('an inbox that takes mail and sends it back stays a failing one, and its owner hears of it once', async () => {
    const alias = await test.addSender();
    const { db } = test.mail.context.database;
    const mails = await arrivedBy(async () => {
      for (let count = 1; count <= 7; count += 1) await bounce(await forwardTo(alias), reportOf('5.1.1'));
    });
    const subject = 'An inbox behind your aliases sends mail back';
    expect(mails.filter((mail) => mail.subject === subject)).toHaveLength(1);
    await forwardTo(alias);
    expect(await targetOf(alias)).toEqual({ failingSince: expect.any(Date), bouncedAt: expect.any(Date) });
    await sql`update targets set bounced_at = bounced_at - 3 * ${aDay}`.execute(db);
    await forwardTo(alias);
    await expect.poll(() => targetOf(alias)).toEqual({ failingSince: null, bouncedAt: null });
    // The seven messages are told to the owner, too: their sender is not proven.
    expect(await waitingNotices(alias)).toBe(7);
    const [joined] = await arrivedBy(() => tomorrow(alias));
    expect(joined?.text).toContain('A message to one of your aliases came back (7 times)');
  });

  it('what is refused for its content counts for no target: the operator hears of a domain, the owner else', async () => {
    test.mail.dns.add({ 'proven.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } });
    const [proven, unknown] = [await test.addSender(), await test.addSender()];
    await sql`delete from rate_limits where user_id is null`.execute(test.mail.context.database.db);
    const refused = { code: 552, text: '5.3.4 too large for me' };
    test.sink.setScript({ onData: ({ raw }) => (raw.includes('Subject: Hello') ? refused : 'accept') });
    const mails = await arrivedBy(async () => {
      for (const [alias, from, reply] of [
        [proven, 'bob@proven.example', /^552 5\.3\.4 /],
        [unknown, 'eve@c.example', /^550 5\.2\.0 /],
      ] as const) {
        const message = `From: ${from}\r\nSubject: Hello\r\n\r\nHello.\r\n`;
        for (let count = 1; count <= 12; count += 1) expect(await deliver(from, alias.address, message)).toMatch(reply);
      }
    });
    test.sink.setScript({});
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining([
        [operator, 'Other servers refuse mail that we forward'],
        [ownersInbox, 'Mail to one of your aliases is refused for its content'],
      ]),
    );
    expect(mails).toHaveLength(2);
    for (const alias of [proven, unknown]) expect((await targetOf(alias)).failingSince).toBeNull();
  });
});
