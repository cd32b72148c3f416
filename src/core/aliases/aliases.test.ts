import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import type { Alias } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias, forgetAlias } from '#core/aliases/delete-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
});
// Each test has an hour of its own for the limits.
beforeEach(() => test.advance(3_600_000));
afterAll(() => test.drop());

interface Wish {
  alias: string;
  domain?: string;
  forwardTo?: string;
  notes?: string;
}

function create(
  userId: string,
  { alias, domain = 'kauke.test', forwardTo = 'ann@example.com', notes }: Wish,
): Promise<Alias> {
  return createAlias(
    test.core,
    { alias, domain, forwardTo, ...(notes !== undefined && { notes }) },
    { ownerId: userId, askerId: userId, ip: '192.0.2.1' },
  );
}

function targetFault(text: string) {
  return { code: 'invalid_input', details: { errors: { forwardTo: [text] } } };
}

describe('a new alias', () => {
  it('is shown with its targets, newest first', async () => {
    await create(ann, { alias: 'older' });
    test.advance(1);
    const alias = await create(ann, {
      alias: 'shop',
      forwardTo: 'ann@example.com, Two@example.org,ANN@example.com',
      notes: 'shoes',
    });
    expect(alias).toMatchObject({
      userId: ann,
      alias: 'shop',
      domain: 'kauke.test',
      forwardTo: 'ann@example.com, Two@example.org',
      improvmxId: alias.id,
      active: true,
      notes: 'shoes',
      lastForwardTo: null,
      createdAt: new Date(test.core.clock.now()).toISOString(),
      targets: [
        { kind: 'email', value: 'ann@example.com', state: 'pending' },
        { kind: 'email', value: 'Two@example.org', state: 'pending' },
      ],
    });
    const listed = await listAliases(test.core, ann, ann);
    expect(listed.slice(0, 2).map((one) => one.alias)).toEqual(['shop', 'older']);
    expect(listed[0]).toEqual(alias);
  });

  it('shows its targets as the previous ones while it is paused', async () => {
    const { id } = await create(ann, { alias: 'paused' });
    await test.core.database.db.updateTable('aliases').set({ active: false }).where('id', '=', id).execute();
    const alias = (await listAliases(test.core, ann, ann)).find((one) => one.id === id);
    expect(alias).toMatchObject({ active: false, forwardTo: 'null', lastForwardTo: 'ann@example.com' });
  });

  const reverseName = writeReverseName('a'.repeat(26), 'plain');
  it.each(['postmaster', 'abuse', 'admin', 'administrator', 'hostmaster', 'webmaster', reverseName])(
    'is never %s',
    async (alias) => {
      const message = `"${alias}" is a reserved alias name. Please choose a different name.`;
      await expect(create(ann, { alias })).rejects.toMatchObject({ code: 'alias_reserved', message });
    },
  );

  it('is refused on a domain that is not ours', async () => {
    await expect(create(ann, { alias: 'x', domain: 'example.com' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: { domain: ['This domain is not available'] } },
    });
  });

  it('forwards to no address of our own, no URL that is not safe, and 20 addresses at most', async () => {
    await expect(create(ann, { alias: 'x', forwardTo: 'shop@KAUKE.test' })).rejects.toMatchObject(
      targetFault('kauke.test is one of our own domains. Please use an inbox elsewhere.'),
    );
    await expect(create(ann, { alias: 'x', forwardTo: 'http://mask.lt/hook' })).rejects.toMatchObject(
      targetFault('Please enter valid email addresses and/or webhook URLs (https://…) separated by commas'),
    );
    const addresses = (count: number): string => Array.from({ length: count }, (_, i) => `t${i}@example.com`).join(',');
    await expect(create(ann, { alias: 'x', forwardTo: addresses(21) })).rejects.toMatchObject(
      targetFault('An alias can forward to at most 20 addresses'),
    );
    expect((await create(ann, { alias: 'x', forwardTo: `${addresses(20)},${addresses(20)}` })).targets).toHaveLength(
      20,
    );
  });

  it('forwards to special-use domains only where mail does not go to the public network', async () => {
    const core = { ...test.core, settings: { ...test.core.settings, delivery: 'mx' as const } };
    const make = (forwardTo: string) =>
      createAlias(
        core,
        { alias: 'special', domain: 'kauke.test', forwardTo },
        { ownerId: ann, askerId: ann, ip: '192.0.2.1' },
      );
    for (const domain of ['example.com', 'mail.example.net', 'a.test', 'b.invalid', 'c.localhost', 'd.example']) {
      await expect(make(`x@${domain}`)).rejects.toMatchObject(
        targetFault(`${domain} cannot receive mail. Please use a real inbox.`),
      );
    }
    expect((await make('x@notexample.com')).targets).toHaveLength(1);
  });

  it('is made once when 50 ask for it at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => create(index % 2 === 0 ? ann : bob, { alias: 'rush' })),
    );
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const refusals = answers.filter((one) => one.status === 'rejected').map((one): unknown => one.reason);
    expect(refusals).toHaveLength(49);
    for (const reason of refusals) expect(reason).toMatchObject({ code: 'alias_unavailable' });
  });

  it('and its neighbours with the same targets in other orders are all made at once', async () => {
    const list = ['a@example.com', 'b@example.com', 'c@example.com'];
    const made = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        create(bob, { alias: `mix${index}`, forwardTo: (index % 2 === 0 ? list : list.toReversed()).join(',') }),
      ),
    );
    const targetIds = new Set(made.flatMap((alias) => alias.targets.map((target) => target.id)));
    expect(targetIds.size).toBe(3);
  });

  it('is limited to 60 an hour per account', async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await create(bob, { alias: 'admin' }).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'alias_reserved' }),
      );
    }
    await expect(create(bob, { alias: 'sixty-first' })).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await create(ann, { alias: 'of-another' })).alias).toBe('of-another');
  });
});

describe('a deleted alias', () => {
  it('is gone, may be taken again by its owner and by nobody else', async () => {
    const { id } = await create(ann, { alias: 'mine' });
    await deleteAlias(test.core, id, ann);
    expect((await listAliases(test.core, ann, ann)).some((alias) => alias.id === id)).toBe(false);
    await expect(create(bob, { alias: 'mine' })).rejects.toMatchObject({ code: 'alias_unavailable' });
    const again = await create(ann, { alias: 'mine' });
    await deleteAlias(test.core, again.id, ann);
    await expect(create(bob, { alias: 'mine' })).rejects.toMatchObject({ code: 'alias_unavailable' });
  });

  it('leaves a tombstone that names neither address nor owner', async () => {
    await forgetAlias(test.core, { aliasId: (await create(ann, { alias: 'entombed' })).id, userId: ann });
    const rows = await test.core.database.db.selectFrom('tombstones').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect([row.addressHash.length, row.ownerHash.length]).toEqual([34, 34]);
      expect(row.addressHash).not.toEqual(row.ownerHash);
    }
  });

  it('is never free for a moment to others', async () => {
    const { id } = await create(ann, { alias: 'contested' });
    const [removal, ...tries] = await Promise.allSettled([
      deleteAlias(test.core, id, ann),
      ...Array.from({ length: 20 }, () => create(bob, { alias: 'contested' })),
    ]);
    expect(removal.status).toBe('fulfilled');
    for (const one of tries) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'alias_unavailable' } });
  });

  it('and a taken, a tombstoned and a retired one are refused alike', async () => {
    const { database, domains } = test.core;
    await create(ann, { alias: 'taken' });
    await deleteAlias(test.core, (await create(ann, { alias: 'buried' })).id, ann);
    await database.db
      .updateTable('domains')
      .set({ retiredAt: new Date(0) })
      .where('name', '=', 'mask.test')
      .execute();
    await domains.reload();
    const wishes = [{ alias: 'taken' }, { alias: 'buried' }, { alias: 'free', domain: 'mask.test' }];
    const refusals: unknown[] = [];
    for (const wish of wishes) refusals.push(await create(bob, wish).catch((error: unknown) => error));
    expect(refusals[0]).toMatchObject({ code: 'alias_unavailable' });
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[2]).toEqual(refusals[0]);
  });
});

describe('other accounts', () => {
  it('get the same answer for a foreign as for an unknown alias or account', async () => {
    const { id } = await create(ann, { alias: 'private' });
    for (const aliasId of [id, randomUUID()]) {
      await expect(deleteAlias(test.core, aliasId, bob)).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const userId of [ann, randomUUID()]) {
      await expect(listAliases(test.core, userId, bob)).rejects.toMatchObject({ code: 'not_found' });
      const input = { alias: 'planted', domain: 'kauke.test', forwardTo: 'bob@example.com' };
      const creator = { ownerId: userId, askerId: bob, ip: '192.0.2.1' };
      await expect(createAlias(test.core, input, creator)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await listAliases(test.core, ann, ann)).some((alias) => alias.id === id)).toBe(true);
  });

  it('have targets of their own for the same address', async () => {
    const address = 'shared@example.com';
    const [one, two] = [
      await create(ann, { alias: 'shared1', forwardTo: address }),
      await create(bob, { alias: 'shared2', forwardTo: address }),
    ];
    expect(one.targets[0]?.id).not.toBe(two.targets[0]?.id);
  });
});
