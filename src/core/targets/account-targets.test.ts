import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import type { AccountTarget } from '#contract/targets.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias, forgetAlias } from '#core/aliases/delete-alias.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { removeOldLinks } from '#core/confirmation/one-time-links.ts';
import { repeatConfirmation, sendConfirmation } from '#core/confirmation/request-confirmation.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { lockAccount } from '#core/user-row.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;

beforeEach(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
});
afterEach(() => test.drop());

const ip = '192.0.2.1';
function forward(alias: string, forwardTo: string, userId = ann): Promise<Alias> {
  return createAlias(test.core, { alias, domain: 'kauke.test', forwardTo }, { ownerId: userId, askerId: userId, ip });
}
function mailsTo(recipient: string) {
  return test.mails.filter((mail) => mail.recipient === recipient);
}
function lastToken(recipient: string): string {
  return tokenOf(mailsTo(recipient).at(-1));
}
async function find(value: string): Promise<AccountTarget | undefined> {
  return (await listTargets(test.core, ann)).find((target) => target.value === value);
}
async function idOf(value: string): Promise<string> {
  return (await find(value))?.id ?? '';
}
function again(targetId: string, userId = ann): Promise<void> {
  return repeatConfirmation(test.core, { targetId, userId, ip });
}
async function rowCount(): Promise<number> {
  return (await test.core.database.db.selectFrom('targets').select('id').execute()).length;
}

describe('the targets of an account', () => {
  it('are listed oldest first with state and number of aliases, its own email always', async () => {
    test.advance(1);
    await forward('one', 'box@example.org');
    test.advance(1);
    await forward('two', 'box@example.org, two@example.org');
    await confirmTarget(test.core, lastToken('box@example.org'), null);
    await stopTarget(test.core, lastToken('two@example.org'));
    const { user } = await signUp(test.core, 'eve@example.com');
    await forward('eves', 'box@example.org', user.id);
    expect(await listTargets(test.core, ann)).toMatchObject([
      { kind: 'email', value: 'ann@example.com', state: 'pending', aliases: 0 },
      { kind: 'email', value: 'box@example.org', state: 'confirmed', aliases: 2 },
      { kind: 'email', value: 'two@example.org', state: 'stopped', aliases: 1 },
    ]);
  });

  it('lose what was never confirmed with its last alias, and the rest of it when its mailed link ends', async () => {
    const [one, two] = [await forward('one', 'box@example.org'), await forward('two', 'box@example.org')];
    await forgetAlias(test.core, { aliasId: one.id, userId: ann });
    expect(await find('box@example.org')).toMatchObject({ aliases: 1 });
    await forgetAlias(test.core, { aliasId: two.id, userId: ann });
    expect(await find('box@example.org')).toBeUndefined();
    // Whoever got the mail can still stop us for good.
    const token = lastToken('box@example.org');
    expect(await rowCount()).toBe(2);
    test.advance(7 * dayMs);
    await removeOldLinks(test.core);
    expect(await rowCount()).toBe(1);
    await expect(stopTarget(test.core, token)).rejects.toMatchObject({ code: 'link_unusable' });
  });

  it('that nobody uses can still be stopped by the mailed link', async () => {
    const alias = await forward('gone', 'victim@example.org');
    await deleteAlias(test.core, alias.id, ann);
    await stopTarget(test.core, lastToken('victim@example.org'));
    const { user } = await signUp(test.core, 'eve@example.com');
    expect((await forward('next', 'victim@example.org', user.id)).targets).toMatchObject([{ state: 'stopped' }]);
  });
});

describe('a target asked again', () => {
  it('gets one more mail at once, three a day in all', async () => {
    await forward('one', 'box@example.org');
    const id = await idOf('box@example.org');
    await again(id);
    await again(id);
    expect(mailsTo('box@example.org')).toHaveLength(3);
    await expect(again(id)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { resetTime: new Date(test.core.clock.now() + dayMs) },
    });
    test.advance(dayMs);
    await again(id);
    await confirmTarget(test.core, lastToken('box@example.org'), null);
    await expect(again(id)).rejects.toMatchObject({ code: 'target_answered' });
    await stopTarget(test.core, lastToken('box@example.org'));
    await expect(again(id)).rejects.toMatchObject({ code: 'target_answered' });
    expect(mailsTo('box@example.org')).toHaveLength(4);
  });

  it('tells when the mail cannot be queued, and when it is asked too often', async () => {
    const id = await idOf('ann@example.com');
    const mailer = { send: () => Promise.reject(new Error('queue full')) };
    const request = { targetId: id, userId: ann, ip };
    await expect(repeatConfirmation({ ...test.core, mailer }, request)).rejects.toMatchObject({ code: 'unavailable' });
    for (let turn = 0; turn < 19; turn += 1) await again(id).catch(() => {});
    await expect(again(id)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a removed target', () => {
  it('leaves all its aliases, and asks for consent anew when it comes back', async () => {
    const alias = await forward('one', 'box@example.org, two@example.org');
    await confirmTarget(test.core, lastToken('box@example.org'), null);
    await removeTarget(test.core, await idOf('box@example.org'), ann);
    expect(await getAlias(test.core.database.db, test.core, alias.id, ann)).toMatchObject({
      forwardTo: 'two@example.org',
    });
    expect(await find('box@example.org')).toBeUndefined();
    expect((await forward('two', 'box@example.org')).targets).toMatchObject([{ state: 'pending' }]);
  });

  it('is refused with the aliases named that would be left with none', async () => {
    for (let index = 0; index < 7; index += 1) await forward(`only${index}`, 'box@example.org');
    await forward('more', 'box@example.org, two@example.org');
    const names = Array.from({ length: 5 }, (_, index) => `only${index}@kauke.test`).join(', ');
    await expect(removeTarget(test.core, await idOf('box@example.org'), ann)).rejects.toMatchObject({
      code: 'target_in_use',
      message: `This is the only target of ${names} and 2 more. Change or delete them first.`,
    });
    expect(await find('box@example.org')).toMatchObject({ aliases: 8 });
  });

  it('that was never confirmed disappears; the email of the account stays to be confirmed', async () => {
    test.advance(1);
    await forward('one', 'ann@example.com, box@example.org, two@example.org');
    await removeTarget(test.core, await idOf('box@example.org'), ann);
    await removeTarget(test.core, await idOf('ann@example.com'), ann);
    expect(await listTargets(test.core, ann)).toMatchObject([
      { value: 'ann@example.com', aliases: 0 },
      { value: 'two@example.org', aliases: 1 },
    ]);
  });
});

describe('other accounts', () => {
  it('get the same answer for a foreign as for an unknown target', async () => {
    await forward('one', 'box@example.org');
    const { user } = await signUp(test.core, 'eve@example.com');
    for (const id of [await idOf('box@example.org'), randomUUID()]) {
      await expect(again(id, user.id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(removeTarget(test.core, id, user.id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await find('box@example.org')).toMatchObject({ aliases: 1 });
  });
});

it('a confirmation on its way never stands between a change of the account and its targets', async () => {
  await forward('one', 'box@example.org');
  const targetId = await idOf('box@example.org');
  const { db, pool } = test.core.database;
  const change = await db.startTransaction().execute();
  await lockAccount(change, ann);
  const mails = test.mails.length;
  const sent = sendConfirmation(test.core, {
    userId: ann,
    target: { id: targetId, kind: 'email', value: 'box@example.org', state: 'pending', failingSince: null },
  });
  const waiting = async (): Promise<unknown> =>
    (await pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
      .rowCount;
  await expect.poll(waiting).toBe(1);
  await change.deleteFrom('aliases').where('userId', '=', ann).execute();
  await change.deleteFrom('targets').where('id', '=', targetId).execute();
  await change.commit().execute();
  await sent;
  expect(test.mails).toHaveLength(mails);
});
