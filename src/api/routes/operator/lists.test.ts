import { describe, expect, it } from 'vitest';
import {
  blocksResponseSchema,
  healthResponseSchema,
  operatorAccountResponseSchema,
  reportedAccountsResponseSchema,
  volumeResponseSchema,
  waitingAccountsResponseSchema,
} from '#contract/operator.ts';
import { recordAbuseReport, removeOldAbuseReports } from '#core/operator/abuse-reports.ts';
import { readJournal } from '#core/operator-journal.ts';
import { lockEverything } from '#core/sign-in/recovery/lock-account.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { dayMs } from '#support/core.ts';
import { makeOperator } from '#support/make-operator.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();

/** What the last acts and looks were, the last one first. */
async function written(count: number) {
  const { entries, brokenAt } = await readJournal(test.core, count);
  expect(brokenAt).toBeNull();
  return entries.map(({ act }) => act);
}

async function find(visitor: Visitor, who: string) {
  const { body } = await visitor.send('POST', '/api/operator/account', { who });
  return operatorAccountResponseSchema.parse(body).account;
}

const paths = ['reports', 'waiting', 'blocks', 'volume', 'mail-reports', 'health'];

it('there are no lists for anybody but operators', async () => {
  const { visitor } = await test.register('nobody@example.com');
  const waiting = createVisitor(test);
  for (const path of paths) {
    const unknown = { status: 404, body: { code: 'not_found' } };
    expect(await visitor.send('GET', `/api/operator/${path}`)).toMatchObject(unknown);
    expect(await waiting.send('GET', `/api/operator/${path}`)).toMatchObject(unknown);
  }
});

describe('blocked senders', () => {
  it('are added and removed, the newest first, and looked at in writing', async () => {
    const { visitor } = await makeOperator(test, 'blocker@example.com');
    const act = (sender: string, name: string) => visitor.send('POST', '/api/operator/blocks', { sender, act: name });
    expect((await act('Spam.example', 'add')).status).toBe(200);
    test.advance(1000);
    const { blocks, total } = blocksResponseSchema.parse((await act('eve@evil.example', 'add')).body);
    expect([total, ...blocks.map(({ name }) => name)]).toEqual([2, 'eve@evil.example', 'spam.example']);
    expect(await act('no domain', 'add')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await act('other.example', 'remove')).toMatchObject({ status: 404 });
    expect(await act('spam.example', 'remove')).toMatchObject({ body: { total: 1 } });
    expect(await visitor.send('GET', '/api/operator/blocks')).toMatchObject({ body: { total: 1 } });
    expect(await written(4)).toEqual(['blocks_seen', 'blocks_seen', 'sender_unblocked', 'blocks_seen']);
  });
});

describe('accounts that wait', () => {
  it('are listed by the names on their own pages, and approved or refused', async () => {
    const { visitor } = await makeOperator(test, 'decider@example.com');
    const people = [await test.register('first@example.com'), await test.register('second@example.com')];
    const { db } = test.core.database;
    for (const { userId } of people) {
      await db
        .updateTable('users')
        .set({ waitingSince: new Date(test.core.clock.now()) })
        .where('id', '=', userId)
        .execute();
      test.advance(1000);
    }
    const [first, second] = people.map(({ userId }) => userId);
    const listed = await visitor.send('GET', '/api/operator/waiting');
    const { accounts } = waitingAccountsResponseSchema.parse(listed.body);
    expect(accounts).toMatchObject([
      { id: first, name: first?.slice(0, 8), authMethod: 'email', proven: false },
      { id: second },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain('@');
    const decide = (id: string | undefined, decision: string) =>
      visitor.send('POST', `/api/operator/accounts/${id}/decision`, { decision });
    expect(await decide(first, 'approved')).toMatchObject({ body: { accounts: [{ id: second }] } });
    expect(await decide(second, 'refused')).toMatchObject({ body: { accounts: [] } });
    expect(await decide(first, 'refused')).toMatchObject({ status: 404 });
    expect(await decide(second, 'perhaps')).toMatchObject({ status: 400 });
  });
});

describe('an account', () => {
  it('gets another quota, or none of its own', async () => {
    const { visitor } = await makeOperator(test, 'generous@example.com');
    const { userId } = await test.register('hungry@example.com');
    const set = (aliases: unknown) => visitor.send('PUT', `/api/operator/accounts/${userId}/quota`, { aliases });
    expect(await set(7)).toMatchObject({ status: 200, body: { account: { aliasQuota: 7 } } });
    for (const wrong of [-1, 1.5, 1_000_001, 'many', undefined])
      expect(await set(wrong)).toMatchObject({ status: 400 });
    expect(await set(null)).toMatchObject({ body: { account: { aliasQuota: null } } });
    expect(await written(2)).toEqual(['quota_set', 'quota_set']);
  });

  it('is unlocked after its owner locked it, and after too many wrong codes; its owner is told', async () => {
    const { visitor } = await makeOperator(test, 'locksmith@example.com');
    const { userId } = await test.register('locked@example.com');
    const unlock = () => visitor.send('DELETE', `/api/operator/accounts/${userId}/lock`);
    expect(await unlock()).toMatchObject({ status: 404, body: { message: 'Nothing is locked.' } });
    await lockEverything(test.core, userId);
    expect(await find(visitor, 'locked@example.com')).toMatchObject({
      lockedAt: expect.any(String),
      codesLocked: false,
    });
    expect(await unlock()).toMatchObject({ status: 200, body: { account: { lockedAt: null } } });
    const events = await test.core.database.db
      .selectFrom('securityEvents')
      .select('id')
      .where('userId', '=', userId)
      .execute();
    expect(events.length).toBeGreaterThanOrEqual(2);
    while ((await test.core.limiter.reserve('wrongCodesHourly', { userId })) === null);
    expect(await find(visitor, 'locked@example.com')).toMatchObject({ codesLocked: true });
    expect(await unlock()).toMatchObject({ status: 200, body: { account: { codesLocked: false } } });
    expect(await unlock()).toMatchObject({ status: 404 });
    expect(await written(1)).toEqual(['account_unlocked']);
  });
});

describe('complaints', () => {
  it('are counted by what they prove, told first of who sent, and forgotten after 90 days', async () => {
    const { visitor } = await makeOperator(test, 'reader@example.com');
    const sender = await test.register('sender@example.com');
    const named = await test.register('named@example.com');
    for (const kind of ['named', 'named', 'named', 'forwarded'] as const)
      await recordAbuseReport(test.core, { userId: named.userId, kind });
    await recordAbuseReport(test.core, { userId: sender.userId, kind: 'sent' });
    // Of an account that is gone meanwhile.
    await recordAbuseReport(test.core, { userId: test.core.random.uuid(), kind: 'sent' });
    const list = async () =>
      reportedAccountsResponseSchema.parse((await visitor.send('GET', '/api/operator/reports')).body).accounts;
    expect(await list()).toMatchObject([
      { name: sender.userId.slice(0, 8), reports: { sent: 1, forwarded: 0, named: 0 } },
      { name: named.userId.slice(0, 8), reports: { sent: 0, forwarded: 1, named: 3 } },
    ]);
    const account = await find(visitor, named.userId.slice(0, 8));
    expect(account.reports).toEqual({
      sent: 0,
      forwarded: 1,
      named: 3,
      lastAt: `${new Date(test.core.clock.now()).toISOString().slice(0, 19)}Z`,
    });
    await removeOldAbuseReports({ ...test.core, clock: { now: () => test.core.clock.now() + 89 * dayMs } });
    expect(await list()).toHaveLength(2);
    await removeOldAbuseReports({ ...test.core, clock: { now: () => test.core.clock.now() + 90 * dayMs } });
    expect(await list()).toEqual([]);
    expect(await written(1)).toEqual(['reports_seen']);
  });
});

describe('volume and health', () => {
  it('are told for each day and domain, and each look stands in the list', async () => {
    const { visitor } = await makeOperator(test, 'watcher@example.com');
    const volume = await visitor.send('GET', '/api/operator/volume');
    const { days } = volumeResponseSchema.parse(volume.body);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({
      day: new Date(test.core.clock.now()).toISOString().slice(0, 10),
      forwarded: { day: 0, week: 0, older: 0 },
      sent: { day: 0, week: 0, older: 0 },
    });
    const { domains, certificates } = healthResponseSchema.parse(
      (await visitor.send('GET', '/api/operator/health')).body,
    );
    expect(domains[0]).toMatchObject({ retired: false, records: { mx: 'unknown', dkim: 'unknown' } });
    expect(certificates).toEqual([]);
    expect(await written(2)).toEqual(['health_seen', 'volume_seen']);
  });
});
