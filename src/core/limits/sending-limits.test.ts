import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSendingLimits, sendingLimits } from '#core/limits/sending-limits.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

describe('sendingLimits', () => {
  it.each([
    [0, 20],
    [3 * dayMs - 1, 20],
    [3 * dayMs, 50],
    [7 * dayMs, 100],
    [30 * dayMs, 200],
    [90 * dayMs, 500],
    [10_000 * dayMs, 500],
  ])('lets an account of %d ms write to %d new recipients a day', (ageMs, newRecipients) => {
    expect(sendingLimits(ageMs).newRecipientsPerDay).toBe(newRecipients);
  });

  it('never shrinks with age, and never lets one alias use up more than its account has', () => {
    const steps = Array.from({ length: 100 }, (_, day) => sendingLimits(day * dayMs));
    steps.forEach((step, day) => {
      const before = steps[day - 1] ?? step;
      expect(step.newRecipientsPerDay).toBeGreaterThanOrEqual(before.newRecipientsPerDay);
      expect(step.messagesPerHourOfAlias).toBeGreaterThanOrEqual(before.messagesPerHourOfAlias);
      expect(step.messagesPerHourOfAccount).toBeGreaterThan(step.messagesPerHourOfAlias);
    });
  });
});

describe('checkSendingLimits', () => {
  let test: TestCore;
  let userId: string;
  beforeEach(async () => {
    test = await createTestCore();
    ({ id: userId } = (await signUp(test.core, 'me@example.com')).user);
    // The account's age counts from the clock of the test.
    const createdAt = new Date(test.core.clock.now());
    await test.core.database.pool.query('update users set created_at = $1', [createdAt]);
  });
  afterEach(() => test.drop());

  const check = (newRecipients: number, aliasId = 'one') =>
    checkSendingLimits({ ...test.core, newAccountsSend: null }, { userId, aliasId, newRecipients });

  it('counts new recipients by the day and grants all of a message or none', async () => {
    expect(await check(15)).toBeNull();
    const refused = await check(6);
    expect(refused).toMatchObject({ limit: 'new recipients', max: 20, window: 'day' });
    expect(refused?.until?.getTime()).toBe(test.core.clock.now() + dayMs);
    expect(await check(5)).toBeNull();
    expect(await check(1)).not.toBeNull();
    expect(await check(0)).toBeNull();
    test.advance(dayMs);
    expect(await check(20)).toBeNull();
  });

  it('tells that a message has more new recipients than any day allows', async () => {
    expect(await check(21)).toMatchObject({ limit: 'new recipients', max: 20, until: null });
  });

  it('counts messages by the hour, of each alias and of all of an account', async () => {
    const sendAll = async (aliasId: string): Promise<number> => {
      let sent = 0;
      while ((await check(0, aliasId)) === null) sent += 1;
      return sent;
    };
    expect(await sendAll('one')).toBe(30);
    expect(await check(0, 'one')).toMatchObject({ limit: 'messages of this alias', max: 30, window: 'hour' });
    expect(await sendAll('two')).toBe(30);
    expect(await check(0, 'three')).toMatchObject({ limit: 'messages of this account', max: 60, window: 'hour' });
    test.advance(60 * 60_000);
    expect(await check(0, 'one')).toBeNull();
  });

  it('counts exactly under concurrency', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => check(4, `alias ${index}`)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(5);
  });

  it('lets more through once the account is older', async () => {
    expect(await check(20)).toBeNull();
    test.advance(7 * dayMs);
    expect(await check(100)).toBeNull();
    expect(await check(1)).not.toBeNull();
  });

  it('lets all accounts younger than a week send so many messages together, and older ones more', async () => {
    const limited = { ...test.core, newAccountsSend: 5 };
    const { id: otherId } = (await signUp(test.core, 'other@example.com', '198.51.100.1')).user;
    const createdAt = new Date(test.core.clock.now());
    await test.core.database.pool.query('update users set created_at = $1', [createdAt]);
    const send = (id: string, newRecipients = 0) =>
      checkSendingLimits(limited, { userId: id, aliasId: id, newRecipients });
    const together = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index % 2 ? userId : otherId)));
    expect(together.filter((refusal) => refusal === null)).toHaveLength(5);
    const full = { limit: 'messages of all new accounts', max: 5, window: 'day' };
    expect(await send(userId, 1)).toMatchObject({ ...full, until: new Date(test.core.clock.now() + dayMs) });
    test.advance(dayMs);
    for (let sent = 0; sent < 5; sent += 1) expect(await send(otherId)).toBeNull();
    expect(await send(userId)).toMatchObject(full);
    test.advance(6 * dayMs);
    for (let sent = 0; sent < 6; sent += 1) expect(await send(userId)).toBeNull();
  });

  it('counts nowhere what one of its limits refuses', async () => {
    const limited = { ...test.core, newAccountsSend: 2 };
    const send = (newRecipients: number) => checkSendingLimits(limited, { userId, aliasId: 'one', newRecipients });
    expect(await send(20)).toBeNull();
    for (let tried = 0; tried < 5; tried += 1) expect(await send(1)).toMatchObject({ limit: 'new recipients' });
    expect(await send(0)).toBeNull();
    for (let tried = 0; tried < 40; tried += 1)
      expect(await send(0)).toMatchObject({ limit: 'messages of all new accounts' });
    test.advance(dayMs);
    expect(await send(20)).toBeNull();
  });

  it('refuses for an account that is gone', async () => {
    await test.core.database.pool.query('delete from users');
    await expect(check(1)).rejects.toMatchObject({ code: 'not_found' });
  });
});
