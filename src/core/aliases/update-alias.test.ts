import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import type { Alias, UpdateAliasInput } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { getAliasDeliveries } from '#core/aliases/alias-deliveries.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { createCredential, listCredentials } from '#core/credentials/credentials.ts';
import { createTestCore, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let [ann, bob] = ['', ''];

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
});
// Each test has a day of its own for the limits.
beforeEach(() => test.advance(24 * 3_600_000));
afterAll(() => test.drop());

const ip = '192.0.2.1';
function create(userId: string, alias: string, forwardTo = 'ann@example.com', domain = 'kauke.test'): Promise<Alias> {
  return createAlias(
    test.core,
    { alias, domain, forwardTo, notes: 'first notes' },
    { ownerId: userId, askerId: userId, ip },
  );
}
async function update({ id }: Alias, input: UpdateAliasInput, userId = ann): Promise<Alias> {
  return (await updateAlias(test.core, { aliasId: id, userId, proven: true, ip, input })).alias;
}
function present({ id }: Alias): Promise<Alias> {
  return getAlias(test.core.database.db, test.core, id, ann);
}
async function linkIds({ id }: Alias): Promise<Map<string, string>> {
  const rows = await test.core.database.db
    .selectFrom('aliasTargets')
    .select(['targetId', 'id'])
    .where('aliasId', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.targetId, row.id]));
}
function mailsTo(recipient: string) {
  return test.mails.filter((mail) => mail.recipient === recipient);
}

describe('an updated alias', () => {
  it('has its new name, targets and notes, and nothing else changed', async () => {
    const alias = await create(ann, 'before');
    const changed = await update(alias, {
      alias: 'after',
      forwardTo: 'one@example.org, two@example.org',
      notes: 'new',
    });
    expect(changed).toEqual({
      ...alias,
      alias: 'after',
      forwardTo: 'one@example.org, two@example.org',
      notes: 'new',
      targets: [
        { id: expect.any(String), kind: 'email', value: 'one@example.org', state: 'pending', failingSince: null },
        { id: expect.any(String), kind: 'email', value: 'two@example.org', state: 'pending', failingSince: null },
      ],
    });
    expect((await listAliases(test.core, ann, ann)).find(({ id }) => id === alias.id)).toEqual(changed);
  });

  it('keeps what is left out, and loses the notes that are taken away', async () => {
    const alias = await create(ann, 'partly');
    expect(await update(alias, { active: false })).toMatchObject({
      alias: 'partly',
      active: false,
      notes: 'first notes',
    });
    expect(await update(alias, { notes: null })).toMatchObject({ notes: null });
    expect(await update(alias, { notes: 'again' })).toMatchObject({
      active: false,
      notes: 'again',
      lastForwardTo: 'ann@example.com',
    });
  });

  it('is paused by what a paused one says of its targets, and keeps or takes those it is given', async () => {
    const alias = await create(ann, 'written-back');
    const paused = { active: false, forwardTo: 'null', lastForwardTo: 'ann@example.com' };
    expect(await update(alias, { forwardTo: 'null', lastForwardTo: null })).toMatchObject(paused);
    const { forwardTo, lastForwardTo } = await present(alias);
    expect(await update(alias, { forwardTo, lastForwardTo, notes: 'read and written' })).toMatchObject(paused);
    const other = { forwardTo: 'null', lastForwardTo: 'b@example.org' };
    expect(await update(alias, other)).toMatchObject({ ...paused, ...other });
    expect(await update(alias, { forwardTo: 'null', active: true })).toMatchObject({
      active: true,
      forwardTo: 'b@example.org',
    });
  });

  it('keeps the links of the targets it keeps, in their new order', async () => {
    const alias = await create(ann, 'order', 'a@example.org, b@example.org');
    const before = await linkIds(alias);
    const changed = await update(alias, { forwardTo: 'c@example.org, b@example.org, A@example.org' });
    expect(changed.forwardTo).toBe('c@example.org, b@example.org, a@example.org');
    const after = await linkIds(alias);
    for (const [targetId, linkId] of before) expect(after.get(targetId)).toBe(linkId);
    expect(after.size).toBe(3);
  });

  it('changes the targets it keeps while it is paused, and stays paused', async () => {
    const alias = await create(ann, 'sleeper');
    await toggleAlias(test.core, { aliasId: alias.id, userId: ann, active: false });
    for (const input of [{ forwardTo: 'kept@example.org' }, { lastForwardTo: 'kept@example.org' }]) {
      expect(await update(alias, input)).toMatchObject({
        active: false,
        forwardTo: 'null',
        lastForwardTo: 'kept@example.org',
      });
    }
    expect((await toggleAlias(test.core, { aliasId: alias.id, userId: ann, active: true })).alias).toMatchObject({
      active: true,
      forwardTo: 'kept@example.org',
      lastForwardTo: null,
    });
  });

  it('asks only inboxes that are new to it', async () => {
    const alias = await create(ann, 'asker', 'known@example.org');
    test.advance(2 * 3_600_000);
    await update(alias, { forwardTo: 'known@example.org, fresh@example.org' });
    expect(mailsTo('known@example.org')).toHaveLength(1);
    expect(mailsTo('fresh@example.org')).toHaveLength(1);
  });

  it('keeps the name of a reverse address that it has from before', async () => {
    const older = { ...(await create(ann, 'older')), alias: writeReverseName('b'.repeat(26), 'plain') };
    const renamed = test.core.database.db.updateTable('aliases').set({ localPart: older.alias });
    await renamed.where('id', '=', older.id).execute();
    await update(older, { alias: older.alias, notes: 'kept' });
    expect((await present(older))?.notes).toBe('kept');
  });

  it('gets every check of a new one', async () => {
    const alias = await create(ann, 'checked');
    for (const name of ['adm1n', writeReverseName('a'.repeat(26), 'plain')])
      await expect(update(alias, { alias: name })).rejects.toMatchObject({ code: 'alias_reserved' });
    await expect(update(alias, { forwardTo: 'x@mask.test' })).rejects.toMatchObject({
      details: { errors: { forwardTo: ['mask.test is one of our own domains. Please use an inbox elsewhere.'] } },
    });
    expect(await present(alias)).toEqual(alias);
  });

  it('cannot probe for names beyond the limit for new ones', async () => {
    const alias = await create(bob, 'prober', 'bob@example.com');
    for (let turn = 1; turn < 60; turn += 1) await update(alias, { alias: `probe${turn}` }, bob);
    await expect(update(alias, { alias: 'probe60' }, bob)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await update(alias, { alias: 'probe59', notes: 'no rename' }, bob)).toMatchObject({ notes: 'no rename' });
  });
});

describe('a renamed alias', () => {
  it('leaves its old address to nobody but its owner', async () => {
    const alias = await create(ann, 'old-home');
    await update(alias, { alias: 'new-home' });
    await expect(create(bob, 'old-home')).rejects.toMatchObject({ code: 'alias_unavailable' });
    expect(await update(alias, { alias: 'old-home' })).toMatchObject({ alias: 'old-home' });
    await expect(create(bob, 'new-home')).rejects.toMatchObject({ code: 'alias_unavailable' });
    expect(await create(ann, 'new-home')).toMatchObject({ alias: 'new-home' });
  });

  it('loses its SMTP credential, which one with other changes keeps', async () => {
    const alias = await create(ann, 'sender');
    await createCredential(test.core, { aliasId: alias.id, userId: ann });
    await update(alias, { alias: 'sender', forwardTo: 'other@example.org' });
    expect(await listCredentials(test.core, alias.id, ann)).toHaveLength(1);
    await update(alias, { alias: 'sender2' });
    expect(await listCredentials(test.core, alias.id, ann)).toEqual([]);
  });

  it('is refused a taken, a tombstoned and a retired address alike, with nothing changed', async () => {
    const alias = await create(ann, 'mover');
    const onRetired = await create(ann, 'mover', 'ann@example.com', 'mask.test');
    await create(bob, 'settled', 'bob@example.com');
    await deleteAlias(test.core, (await create(bob, 'departed', 'bob@example.com')).id, bob);
    const { database, domains } = test.core;
    const retire = async (retiredAt: Date | null): Promise<void> => {
      await database.db.updateTable('domains').set({ retiredAt }).where('name', '=', 'mask.test').execute();
      await domains.reload();
    };
    await retire(new Date(0));
    const refusals: unknown[] = [];
    for (const [one, name] of [
      [alias, 'settled'],
      [alias, 'departed'],
      [onRetired, 'unused'],
    ] as const) {
      const input = { alias: name, forwardTo: 'elsewhere@example.org' };
      refusals.push(await update(one, input).catch((error: unknown) => error));
    }
    expect(await update(onRetired, { notes: 'still mine' })).toMatchObject({ notes: 'still mine' });
    await retire(null);
    expect(refusals[0]).toMatchObject({ code: 'alias_unavailable' });
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[2]).toEqual(refusals[0]);
    expect(await present(alias)).toEqual(alias);
    expect(mailsTo('elsewhere@example.org')).toHaveLength(0);
  });

  it('is one of many that want the same address at once', async () => {
    const aliases = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(index % 2 === 0 ? ann : bob, `racer${index}`)),
    );
    const answers = await Promise.allSettled([
      ...aliases.map((alias, index) => update(alias, { alias: 'finish' }, index % 2 === 0 ? ann : bob)),
      create(ann, 'finish'),
      create(bob, 'finish'),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'alias_unavailable' });
    }
  });

  it('may swap its name with nobody at the same moment', async () => {
    const [one, two] = [await create(ann, 'swap-one'), await create(bob, 'swap-two', 'bob@example.com')];
    const answers = await Promise.allSettled([
      update(one, { alias: 'swap-two' }),
      update(two, { alias: 'swap-one' }, bob),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'alias_unavailable' } });
    }
  });
});

describe('changes at once', () => {
  it('of one alias end in one of them, whole', async () => {
    const alias = await create(ann, 'busy');
    const inputs = Array.from({ length: 16 }, (_, index) => ({
      alias: `busy${index}`,
      forwardTo: `x${index}@example.org, y${index}@example.org`,
      notes: `${index}`,
    }));
    await Promise.all(inputs.map((input) => update(alias, input)));
    const { alias: name, forwardTo, notes } = await present(alias);
    expect(inputs).toContainEqual({ alias: name, forwardTo, notes });
  });

  it('that make, move and remove aliases on the same targets leave no alias without any', async () => {
    const aliases = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create(ann, `mill${index}`, 'a@mill.org')),
    );
    const rounds = aliases.map(async (alias, index) => {
      for (let round = 0; round < 4; round += 1) {
        await update(alias, { forwardTo: (index + round) % 2 === 0 ? 'a@mill.org' : 'b@mill.org' });
        const extra = await create(ann, `mill${index}x${round}`, round % 2 === 0 ? 'b@mill.org' : 'a@mill.org');
        await deleteAlias(test.core, extra.id, ann, { proven: true });
      }
    });
    await Promise.all(rounds);
    for (const alias of aliases) expect((await present(alias)).targets).toHaveLength(1);
  });
});

describe('a toggled or updated alias of somebody else', () => {
  it('is not found, as an unknown one', async () => {
    const { id } = await create(ann, 'of-ann');
    for (const aliasId of [id, randomUUID()]) {
      const refusals = [
        () => toggleAlias(test.core, { aliasId, userId: bob, active: false }),
        () => updateAlias(test.core, { aliasId, userId: bob, ip, input: { alias: 'stolen-one' } }),
        () => getAliasDeliveries(test.core, aliasId, bob),
      ];
      for (const refusal of refusals) await expect(refusal()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await getAlias(test.core.database.db, test.core, id, ann)).toMatchObject({ alias: 'of-ann', active: true });
  });
});

describe('targets without any alias', () => {
  const targetRows = async (userId: string): Promise<number> => {
    const rows = await test.core.database.db.selectFrom('targets').select('id').where('userId', '=', userId).execute();
    return rows.length;
  };

  it('stay when they were confirmed, and go when their mailed link has run out', async () => {
    const { user } = await signUp(test.core, 'tidy@example.com', '198.51.100.7');
    const alias = await create(user.id, 'tidy', 'yes@example.org, never@example.org');
    await confirmTarget(test.core, tokenOf(mailsTo('yes@example.org').at(-1)), null);
    test.advance(8 * 24 * 3_600_000);
    await update(alias, { forwardTo: 'tidy@example.com' }, user.id);
    // Its own email, which was never confirmed, and the confirmed inbox.
    expect(await targetRows(user.id)).toBe(2);
    await deleteAlias(test.core, alias.id, user.id);
    expect(await targetRows(user.id)).toBe(2);
  });
});
