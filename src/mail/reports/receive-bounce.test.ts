import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { makeBounceAddress, type BounceOf } from '#mail/recipient/address-forms.ts';
import type { BounceRecipient } from '#mail/recipient/recipient-kinds.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import { receiveBounces } from '#mail/reports/receive-bounce.ts';
import { makeReturnPathField } from '#mail/rewrite/return-path-field.ts';
import { sealThreadId } from '#mail/rewrite/thread-ids.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { reportOf } from '#support/report-of.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;

beforeAll(async () => {
  sink = await startSmtpSink();
  const { port } = sink;
  mail = await createTestMail({ transport: createSinkTransport({ 'inbox.example': port, 'sender.example': port }) });
  mail.worker();
});
let before = 0;
beforeEach(() => {
  before = sink.messages.length;
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let last = 0;
function addAlias(targets: readonly string[] = ['owner@inbox.example']): Promise<TestAlias> {
  last += 1;
  return mail.addAlias({ local: `bounced-${last}`, targets });
}

/** `inbox`: which of the alias's own. */
async function bounceRecipient(
  alias: TestAlias,
  of: BounceOf,
  context = mail.context,
  inbox = 0,
): Promise<BounceRecipient> {
  const { linkId, number } = await context.database.db
    .selectFrom('aliasTargets')
    .innerJoin('aliases', 'aliases.id', 'aliasTargets.aliasId')
    .select(['aliasTargets.id as linkId', 'aliases.number'])
    .where('aliasId', '=', alias.aliasId)
    .orderBy('aliasTargets.id')
    .offset(inbox)
    .executeTakeFirstOrThrow();
  const id = of === 'sent' ? number : linkId;
  const now = new Date(context.clock.now());
  const address = makeBounceAddress(context.keys, { id, alias: 'shop@kauke.test', now, of });
  const decision = await resolveRecipient(context, address, '');
  if (!decision.accepted || decision.recipient.kind !== 'bounce') throw new Error('not taken as a bounce address');
  return decision.recipient;
}

async function bounce(alias: TestAlias, of: BounceOf, content: string, context = mail.context): Promise<boolean> {
  return receiveBounces(context, parseMessage(Buffer.from(content)), [await bounceRecipient(alias, of, context)]);
}

function returnedOf(alias: TestAlias, id: string, from: string | null = 'bob@sender.example'): string[] {
  const { keys } = mail.context;
  const sealed = sealThreadId(keys, { id: alias.aliasId, domain: 'kauke.test' }, id);
  const path =
    from === null
      ? ''
      : makeReturnPathField(keys, alias.aliasId, {
          reversePath: from,
          envelopeId: null,
          original: null,
          recipient: null,
        })
          .raw.toString()
          .trimEnd();
  return [`Message-ID: <${sealed}>`, 'Subject: Lunch?', ...(path === '' ? [] : [path])];
}

async function failingSince(alias: TestAlias): Promise<Date | null> {
  const { failingSince: since } = await mail.context.database.db
    .selectFrom('targets')
    .select('failingSince')
    .where('userId', '=', alias.userId)
    .executeTakeFirstOrThrow();
  return since;
}

async function mailsArrived() {
  await mail.drained();
  return sink.messages.slice(before);
}

describe('a bounce of what was forwarded', () => {
  it('is reported to the proven sender once, with the alias for its only name', async () => {
    const alias = await addAlias();
    const content = reportOf('5.2.2', returnedOf(alias, 'original-id@sender.example'));
    await bounce(alias, 'forward', content);
    await bounce(alias, 'forward', content);
    const [report, ...more] = await mailsArrived();
    expect(more).toEqual([]);
    expect(report).toMatchObject({ mailFrom: '', rcptTo: ['bob@sender.example'] });
    const text = report?.raw.toString() ?? '';
    expect(text).toContain(`Final-Recipient: rfc822; ${alias.address}\r\nAction: failed\r\nStatus: 5.2.0\r\n`);
    expect(text).toMatch(/^In-Reply-To: <original-id@sender\.example>\r$/m);
    // That it is full would be the same for all aliases of its owner.
    expect(text).toContain('The mailbox does not accept mail.');
    expect(text).toMatch(/^DKIM-Signature: [^]*d=kauke\.test/m);
    expect(text).not.toMatch(/inbox\.example|owner@|secret-host/);
  });

  it('is reported when it comes again after its report could not be stored', async () => {
    const alias = await addAlias();
    const content = reportOf('5.2.2', returnedOf(alias, 'retried-id@sender.example'));
    const broken = await mail.another({
      trace: (point) => {
        if (point === 'before-report') throw new Error('killed here');
      },
    });
    await expect(bounce(alias, 'forward', content, broken)).rejects.toThrow('killed here');
    expect(await bounce(alias, 'forward', content)).toBe(false);
    expect(await mailsArrived()).toEqual([]);
    await sql`
      update rate_limits set window_start = window_start - interval '10 seconds'
      where action_type = ${rateLimitRules.reportsBegun.action}`.execute(mail.context.database.db);
    expect(await bounce(alias, 'forward', content)).toBe(true);
    expect(await mailsArrived()).toHaveLength(1);
  });

  it('is read once when it comes twice at once', async () => {
    const alias = await addAlias();
    const content = reportOf('5.2.2', returnedOf(alias, 'doubled-id@sender.example'));
    const twice = await Promise.all([bounce(alias, 'forward', content), bounce(alias, 'forward', content)]);
    expect(twice).toContain(true);
    expect(await bounce(alias, 'forward', content)).toBe(true);
    expect(await mailsArrived()).toHaveLength(1);
  });

  it('is taken at once from each inbox of an alias, and reported once', async () => {
    const alias = await addAlias(['one@inbox.example', 'two@inbox.example']);
    const message = parseMessage(Buffer.from(reportOf('5.2.2', returnedOf(alias, 'two-inboxes@sender.example'))));
    for (const inbox of [0, 1]) {
      const recipient = await bounceRecipient(alias, 'forward', mail.context, inbox);
      expect(await receiveBounces(mail.context, message, [recipient])).toBe(true);
    }
    expect(await mailsArrived()).toHaveLength(1);
  });

  it('is read once, however many bounce addresses it comes to, and reported once for each alias', async () => {
    const aliases = [await addAlias(), await addAlias()];
    const recipients = await Promise.all(aliases.map((alias) => bounceRecipient(alias, 'forward')));
    const [first] = aliases;
    if (first === undefined) throw new Error('no alias');
    const { fields, body } = parseMessage(
      Buffer.from(reportOf('5.2.2', returnedOf(first, 'many-addresses@sender.example'))),
    );
    let reads = 0;
    const message = {
      fields,
      get body() {
        reads += 1;
        return body;
      },
    };
    await receiveBounces(mail.context, message, recipients.slice(0, 1));
    const readsOfOne = reads;
    reads = 0;
    const hundred = Array.from({ length: 50 }, () => recipients).flat();
    expect(await receiveBounces(mail.context, message, hundred)).toBe(true);
    expect(reads).toBe(readsOfOne);
    // It is a message of the first alias: of the other one nobody knows the sender, and its owner is told.
    const arrived = await mailsArrived();
    const reached = arrived.flatMap(({ rcptTo }) => rcptTo).toSorted();
    expect(reached).toEqual(['bob@sender.example', 'owner@inbox.example']);
  });

  it.each([
    ['was not proven', null],
    ['is forged', 'X-Kauke-Return-Path: forged'],
  ])('is told to the owner when its sender %s', async (_, forged) => {
    const alias = await addAlias();
    const returned = returnedOf(alias, 'x@sender.example', null);
    await bounce(alias, 'forward', reportOf('5.2.2', forged === null ? returned : [...returned, forged]));
    const [notice, ...more] = await mailsArrived();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ rcptTo: ['owner@inbox.example'] });
    expect(notice?.raw.toString()).toContain('Subject: A message to one of your aliases came back');
  });

  it('takes no return path that was sealed for another alias', async () => {
    const [alias, other] = [await addAlias(), await addAlias()];
    await bounce(alias, 'forward', reportOf('5.2.2', returnedOf(other, 'x@sender.example')));
    const arrived = await mailsArrived();
    expect(arrived.map(({ rcptTo }) => rcptTo)).toEqual([['owner@inbox.example']]);
  });

  it('makes a target that is unknown five times in three days a failing one, and its owner hears of it once', async () => {
    const alias = await addAlias(['gone@inbox.example', 'here@inbox.example']);
    for (let count = 1; count <= 4; count += 1) {
      await bounce(alias, 'forward', reportOf('5.1.1', returnedOf(alias, `${count}@sender.example`, null)));
    }
    const targets = () =>
      mail.context.database.db
        .selectFrom('targets')
        .select('id')
        .where('userId', '=', alias.userId)
        .where('failingSince', 'is not', null)
        .execute();
    expect(await targets()).toEqual([]);
    for (let count = 5; count <= 7; count += 1) {
      await bounce(alias, 'forward', reportOf('5.1.1', returnedOf(alias, `${count}@sender.example`, null)));
    }
    expect(await targets()).toHaveLength(1);
    const arrived = await mailsArrived();
    expect(arrived.map(({ rcptTo }) => rcptTo)).toEqual([['here@inbox.example']]);
  });

  it('about a refusal by rules says nothing about the target, but to the operator once a day', async () => {
    const alias = await addAlias();
    for (let count = 1; count <= 7; count += 1) {
      await bounce(alias, 'forward', reportOf('5.7.1', returnedOf(alias, `${count}@sender.example`)));
    }
    expect(await failingSince(alias)).toBeNull();
    const arrived = await mailsArrived();
    const toOperator = arrived.filter(({ rcptTo: [to] }) => to === 'operator@inbox.example');
    expect(toOperator).toHaveLength(1);
    expect(arrived.length - toOperator.length).toBe(7);
  });

  it.each([
    ['names no recipient', (text: string) => text.replace(/Final-Recipient[^]*?(?=--b)/, '')],
    ['has another status word', (text: string) => text.replace(/Diagnostic-Code[^]*?(?=--b)/, 'Action: nepavyko\r\n')],
    ['is encrypted', () => 'Auto-Submitted: auto-replied\r\nContent-Type: multipart/encrypted; boundary=b\r\n\r\n'],
  ])('is told to the owner within a day when it %s and no program reads it', async (_, change) => {
    const alias = await addAlias();
    await bounce(alias, 'forward', change(reportOf('5.2.2', returnedOf(alias, 'unread-id@sender.example'))));
    const waiting = await mail.context.database.db
      .selectFrom('outgoingNotices')
      .select('count')
      .where('userId', '=', alias.userId)
      .execute();
    expect(waiting).toEqual([{ count: 1 }]);
    expect(await mailsArrived()).toEqual([]);
  });

  it('is forgotten when it is an answer that nobody marked', async () => {
    const alias = await addAlias();
    await bounce(alias, 'forward', 'From: Olive <owner@inbox.example>\r\nSubject: Re: x\r\n\r\nI am away.\r\n');
    expect(
      await mail.context.database.db
        .selectFrom('outgoingNotices')
        .select('id')
        .where('userId', '=', alias.userId)
        .execute(),
    ).toEqual([]);
    expect(await mailsArrived()).toEqual([]);
  });

  it('is forgotten when it is no failure for good, or its alias is gone', async () => {
    const alias = await addAlias();
    await bounce(alias, 'forward', 'Auto-Submitted: auto-replied\r\n\r\nI am away.\r\n');
    await bounce(
      alias,
      'forward',
      reportOf('5.2.2', returnedOf(alias, 'z@sender.example')).replace('failed', 'delayed'),
    );
    expect(await mailsArrived()).toEqual([]);
  });
});

describe('a bounce of what was sent as the alias', () => {
  it('reaches the owner, and says nothing about their inbox', async () => {
    const alias = await addAlias();
    await bounce(alias, 'sent', reportOf('5.1.1', ['Message-ID: <sent@kauke.test>']));
    const [notice, ...more] = await mailsArrived();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ rcptTo: ['owner@inbox.example'] });
    expect(await failingSince(alias)).toBeNull();
  });
});
