import { describe, expect, it } from 'vitest';
import { operatorAccountResponseSchema, queueResponseSchema } from '#contract/operator.ts';
import { readJournal } from '#core/operator-journal.ts';
import { systemClock } from '#platform/clock.ts';
import { addPasskey, createTestPasskey } from '#support/authenticator.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { makeOperator, nameOperator, usePasskey } from '#support/make-operator.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();

const minuteMs = 60_000;

function ask(visitor: Visitor) {
  return visitor.send('GET', '/api/operator/queue');
}
const unknown = { status: 404, body: { code: 'not_found' } };

describe("the operator's page", () => {
  it('is unknown to all but operators with more than a password, who proved themselves a moment ago', async () => {
    expect(await ask(createVisitor(test))).toMatchObject(unknown);
    const person = await test.register('one@example.com');
    expect(await ask(person.visitor)).toMatchObject(unknown);
    await nameOperator(test, person);
    expect(await ask(person.visitor)).toMatchObject(unknown);
    // A passkey that nobody asks for keeps out nobody who knows the password.
    expect((await addPasskey(person.visitor, createTestPasskey())).status).toBe(200);
    expect(await ask(person.visitor)).toMatchObject(unknown);
    await usePasskey(person);
    expect(await ask(person.visitor)).toMatchObject({ status: 200, body: { destinations: [] } });
    test.advance(11 * minuteMs);
    expect(await ask(person.visitor)).toMatchObject({ status: 403, body: { code: 'confirm_identity' } });
    // Nobody learns from a wrong question that there is such a call.
    const stranger = await test.register('stranger@example.com');
    const path = `/api/operator/accounts/${person.userId}/suspension`;
    expect(await stranger.visitor.send('POST', path, { scope: 'all', reason: 'Mine' })).toMatchObject(unknown);
    expect(await stranger.visitor.send('POST', '/api/operator/account', { wrong: true })).toMatchObject(unknown);
  });

  it('finds and stops accounts, and writes all of it down', async () => {
    const { visitor, userId } = await makeOperator(test, 'boss@example.com');
    const abuser = await test.register('abuser@example.com');
    const find = (who: string) => visitor.send('POST', '/api/operator/account', { who });
    const found = await find('abuser@example.com');
    const { account } = operatorAccountResponseSchema.parse(found.body);
    expect(account).toMatchObject({ id: abuser.userId, suspension: null, operator: false });
    expect(JSON.stringify(found.body)).not.toContain('@');
    const path = `/api/operator/accounts/${account.id}`;
    const order = { scope: 'all', reason: 'Spam' };
    expect(await visitor.send('POST', `${path}/suspension`, order)).toMatchObject({
      status: 200,
      body: { account: { suspension: order } },
    });
    expect(await visitor.send('DELETE', `${path}/suspension`)).toMatchObject({
      body: { account: { suspension: null } },
    });
    expect(await visitor.send('DELETE', `${path}/suspension`)).toMatchObject(unknown);
    // Its mailbox was never proven: a link would make it another account.
    expect(await visitor.send('POST', `${path}/recovery-link`)).toMatchObject({ status: 409 });
    expect(await visitor.send('POST', `${path}/deletion`, { reason: 'Phishing' })).toMatchObject({
      body: { account: { leavingUntil: expect.any(String), suspension: { reason: 'Phishing' } } },
    });
    expect(await find('nobody@example.com')).toMatchObject(unknown);
    const log = await visitor.send('GET', '/api/operator/log');
    const by = userId;
    expect(log.body).toMatchObject({
      brokenAt: null,
      entries: [
        { act: 'account_not_found', by },
        { act: 'account_deleted', by, account: account.id, reason: 'Phishing' },
        { act: 'account_resumed', by, account: account.id },
        { act: 'account_suspended', by, account: account.id, ...order },
        { act: 'account_found', by, account: account.id },
        { act: 'queue_seen' },
      ],
    });
  });

  it('holds and releases a destination before anything waits for it', async () => {
    const { visitor } = await makeOperator(test, 'holder@example.com');
    const act = async (destination: string, name: string) => {
      const answer = await visitor.send('POST', '/api/operator/queue', { destination, act: name });
      return queueResponseSchema.parse(answer.body).destinations;
    };
    const [held] = await act('Slow.example', 'hold');
    expect(held).toMatchObject({ name: 'slow.example', waiting: 0, onHold: true });
    expect(await act(held?.id ?? '', 'release')).toEqual([]);
  });

  it('is gone for an operator who is removed, locks everything or is suspended meanwhile', async () => {
    const { db } = test.core.database;
    const { visitor, userId } = await makeOperator(test, 'former@example.com');
    const other = await makeOperator(test, 'present@example.com');
    const path = `/api/operator/accounts/${userId}/suspension`;
    await other.visitor.send('POST', path, { scope: 'sending', reason: 'Spam' });
    expect(await ask(visitor)).toMatchObject(unknown);
    await other.visitor.send('DELETE', path);
    expect(await ask(visitor)).toMatchObject({ status: 200 });
    const lock = (lockedAt: Date | null) =>
      db.updateTable('users').set({ lockedAt }).where('id', '=', userId).execute();
    await lock(new Date(systemClock.now()));
    expect(await ask(visitor)).toMatchObject(unknown);
    await lock(null);
    expect(await ask(visitor)).toMatchObject({ status: 200 });
    await db.deleteFrom('operators').where('userId', '=', userId).execute();
    expect(await ask(visitor)).toMatchObject(unknown);
  });

  it('lets operators who act at once take turns, and writes all of it down in one chain', async () => {
    const operators = [await makeOperator(test, 'first@example.com'), await makeOperator(test, 'second@example.com')];
    const { userId } = await test.register('between@example.com');
    const path = `/api/operator/accounts/${userId}/suspension`;
    const answers = await Promise.all(
      [1, 2, 3].flatMap(() =>
        operators.flatMap(({ visitor }) => [
          visitor.send('POST', path, { scope: 'all', reason: 'Spam' }),
          visitor.send('DELETE', path),
          visitor.send('POST', '/api/operator/queue', { destination: 'busy.example', act: 'hold' }),
        ]),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body).toMatchObject({ message: 'This account is not suspended.' });
    const { brokenAt, entries } = await readJournal(test.core, 1000);
    expect(brokenAt).toBeNull();
    const about = entries.filter(({ account, destination }) => account === userId || destination === 'busy.example');
    expect(about).toHaveLength(answers.length - refused.length);
    const release = { destination: 'busy.example', act: 'release' };
    expect((await operators[0]?.visitor.send('POST', '/api/operator/queue', release))?.status).toBe(200);
  });
});
