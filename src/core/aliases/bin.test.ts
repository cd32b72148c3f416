import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { setBinDays } from '#core/accounts/account.ts';
import { importAliases } from '#core/accounts/import/import-aliases.ts';
import { getAliasDeliveries } from '#core/aliases/alias-deliveries.ts';
import { changeAliasSettings, getAliasSettings, pinAlias } from '#core/aliases/alias-settings.ts';
import { restoreFromBin } from '#core/aliases/bin.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias, endBinnedAliases, forgetAlias } from '#core/aliases/delete-alias.ts';
import { restoreAlias } from '#core/aliases/generated/generate-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import { getAlias, readBinnedAliases } from '#core/aliases/read-aliases.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { blockContact, createContact } from '#core/contacts/contacts.ts';
import { createCredential, listCredentials } from '#core/credentials/credentials.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { getAccountStats } from '#core/stats/stats.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';

const ip = '192.0.2.1';
let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
  await confirmTarget(test.core, tokenOf(await mailTo('ann@example.com')), ann);
});
// Each test has a day of its own for the limits.
beforeEach(() => test.advance(dayMs));
afterAll(() => test.drop());

async function mailTo(recipient: string) {
  if (!test.mails.some((mail) => mail.recipient === recipient)) await create('first', recipient);
  return test.mails.findLast((mail) => mail.recipient === recipient);
}
function create(alias: string, forwardTo = 'ann@example.com', userId = ann): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo, notes: 'shoes' };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}
function isLeft(aliasId: string): Promise<unknown> {
  return test.core.database.db.selectFrom('aliases').select('id').where('id', '=', aliasId).executeTakeFirst();
}

describe('a deleted alias', () => {
  it('has as many days without mail left when it comes back as it had when it was deleted', async () => {
    const { id: aliasId } = await create('idles');
    const own = { aliasId, userId: ann };
    await updateAlias(test.core, { ...own, ip, input: { idleDays: 5 } });
    test.advance(3 * dayMs);
    await deleteAlias(test.core, aliasId, ann);
    test.advance(6 * dayMs);
    expect(await restoreFromBin(test.core, own)).toMatchObject({ active: true, ended: null });
    test.advance(2 * dayMs);
    expect(await getAlias(test.core.database.db, test.core, aliasId, ann)).toMatchObject({ ended: null });
    test.advance(dayMs);
    expect(await getAlias(test.core.database.db, test.core, aliasId, ann)).toMatchObject({ ended: 'idle' });
  });

  it('comes back from the bin with id, notes, targets, settings and contacts, but without its SMTP credential', async () => {
    const alias = await create('shop', 'ann@example.com, second@example.org');
    const own = { aliasId: alias.id, userId: ann };
    await changeAliasSettings(test.core, own, { transparent: true });
    await blockContact(test.core, { ...own, address: 'spam@example.net' }, true);
    const credential = await createCredential(test.core, own);
    await deleteAlias(test.core, alias.id, ann);
    expect(await checkCredential(test.core, credential)).toBeNull();
    const [binned] = await readBinnedAliases(test.core, ann, ann);
    expect(binned).toMatchObject({
      ...alias,
      targets: [{ value: 'ann@example.com' }, { value: 'second@example.org' }],
    });
    const days = (Date.parse(binned?.binEndsAt ?? '') - Date.parse(binned?.binnedAt ?? '')) / dayMs;
    expect(days).toBe(30);

    expect(await restoreFromBin(test.core, own)).toEqual(
      await getAlias(test.core.database.db, test.core, alias.id, ann),
    );
    expect(await getAlias(test.core.database.db, test.core, alias.id, ann)).toMatchObject({
      id: alias.id,
      notes: 'shoes',
      forwardTo: 'ann@example.com, second@example.org',
      createdAt: alias.createdAt,
    });
    expect(await getAliasSettings(test.core, own)).toMatchObject({ transparent: true });
    expect(await createContact(test.core, { ...own, address: 'spam@example.net' })).toMatchObject({ blocked: true });
    expect(await listCredentials(test.core, alias.id, ann)).toEqual([]);
    expect(await checkCredential(test.core, credential)).toBeNull();
    expect(await readBinnedAliases(test.core, ann, ann)).toEqual([]);
  });

  it('is unknown to everything but the bin, and counted nowhere', async () => {
    const before = await Promise.all([getAccountStats(test.core, ann), listTargets(test.core, ann)]);
    const { id } = await create('unknown');
    await deleteAlias(test.core, id, ann);
    const own = { aliasId: id, userId: ann };
    const asks = [
      () => getAlias(test.core.database.db, test.core, id, ann),
      () => deleteAlias(test.core, id, ann),
      () => toggleAlias(test.core, { ...own, active: false }),
      () => updateAlias(test.core, { ...own, ip, input: { notes: 'x' } }),
      () => getAliasSettings(test.core, own),
      () => changeAliasSettings(test.core, own, { transparent: true }),
      () => pinAlias(test.core, { ...own, pinned: true }),
      () => getAliasDeliveries(test.core, id, ann),
      () => listCredentials(test.core, id, ann),
      () => createCredential(test.core, own),
      () => createContact(test.core, { ...own, address: 'x@example.net' }),
      () => restoreFromBin(test.core, { aliasId: id, userId: bob }),
      () => forgetAlias(test.core, { aliasId: id, userId: bob }),
      () => restoreFromBin(test.core, { aliasId: randomUUID(), userId: ann }),
    ];
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    expect((await listAliases(test.core, ann, ann)).some((alias) => alias.id === id)).toBe(false);
    expect(await Promise.all([getAccountStats(test.core, ann), listTargets(test.core, ann)])).toEqual(before);
    expect(await countAliases(test.core.database.db, { userId: ann })).toMatchObject({ binned: 1 });
    await expect(readBinnedAliases(test.core, ann, bob)).rejects.toMatchObject({ code: 'not_found' });
    await forgetAlias(test.core, own);
  });

  it('gives its name to nobody else, and to its owner for a new alias, which ends it', async () => {
    const { id } = await create('wanted');
    const undo = await deleteAlias(test.core, id, ann);
    await expect(create('wanted', 'bob@example.com', bob)).rejects.toMatchObject({ code: 'alias_unavailable' });
    const again = await create('wanted');
    expect(again.id).not.toBe(id);
    const wish = { undo: undo ?? '', userId: ann, ip, refusal: null };
    await expect(undoChange(test.core, wish)).rejects.toMatchObject({ code: 'undo_overtaken' });
    await deleteAlias(test.core, again.id, ann);
    const other = await create('other');
    await updateAlias(test.core, { aliasId: other.id, userId: ann, ip, input: { alias: 'wanted' } });
    expect(await readBinnedAliases(test.core, ann, ann)).toEqual([]);
  });

  it('keeps an inbox that only it uses from being erased, and gets the default target where it was removed', async () => {
    const { id } = await create('lonely', 'lonely@example.org');
    await deleteAlias(test.core, id, ann);
    const { rows } = await test.core.database.pool.query<{ target_id: string }>(
      'select target_id from alias_targets where alias_id = $1',
      [id],
    );
    await removeTarget(test.core, rows[0]?.target_id ?? '', ann);
    const restored = await restoreFromBin(test.core, { aliasId: id, userId: ann });
    expect(restored.forwardTo).toBe('ann@example.com');
  });
});

it('an import takes up the name of an alias in the bin', async () => {
  const { id } = await create('imported');
  await deleteAlias(test.core, id, ann);
  const user = {
    id: ann,
    email: 'ann@example.com',
    walletAddress: null,
    authMethod: 'email',
    balance: '0.00',
  } as const;
  const csv = 'alias,domain,forward_to\nimported,kauke.test,';
  const report = await importAliases(test.core, { user, ip }, { csv, domain: 'kauke.test', dryRun: false });
  expect(report.rows).toMatchObject([{ alias: 'imported@kauke.test', outcome: 'created' }]);
  expect(await isLeft(id)).toBeUndefined();
});

describe('the end of the bin', () => {
  it('leaves only the tombstone, after as many days as its owner chose when it was deleted', async () => {
    const long = await create('long');
    await deleteAlias(test.core, long.id, ann);
    await setBinDays(test.core, ann, 2);
    const short = await create('short');
    await deleteAlias(test.core, short.id, ann);
    test.advance(2 * dayMs - 1);
    await endBinnedAliases(test.core);
    expect(await isLeft(short.id)).toBeDefined();
    test.advance(1);
    await expect(restoreFromBin(test.core, { aliasId: short.id, userId: ann })).rejects.toMatchObject({
      code: 'not_found',
    });
    await endBinnedAliases(test.core);
    expect(await isLeft(short.id)).toBeUndefined();
    expect(await isLeft(long.id)).toBeDefined();
    await expect(create('short', 'bob@example.com', bob)).rejects.toMatchObject({ code: 'alias_unavailable' });
    test.advance(28 * dayMs);
    await endBinnedAliases(test.core);
    expect(await isLeft(long.id)).toBeUndefined();
    // Whoever knows its id may still take the address up again.
    expect(await restoreAlias(test.core, { aliasId: long.id, userId: ann }, ip)).toMatchObject({ alias: 'long' });
  });

  it('is at once where its owner wants no bin', async () => {
    await setBinDays(test.core, ann, 0);
    const { id } = await create('at-once');
    expect(await deleteAlias(test.core, id, ann)).toBeNull();
    expect(await isLeft(id)).toBeUndefined();
    await expect(create('at-once', 'bob@example.com', bob)).rejects.toMatchObject({ code: 'alias_unavailable' });
    await setBinDays(test.core, ann, 30);
  });

  it('and a restoring at that moment never leave half an alias', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => create(`race-${index}`)));
    for (const { id } of made) await deleteAlias(test.core, id, ann);
    test.advance(30 * dayMs - 1);
    const restored = Promise.allSettled(made.map(({ id }) => restoreFromBin(test.core, { aliasId: id, userId: ann })));
    test.advance(1);
    await Promise.all([endBinnedAliases(test.core), endBinnedAliases(test.core)]);
    for (const [index, { status }] of (await restored).entries()) {
      const { id } = made[index] ?? { id: '' };
      const alive = (await listAliases(test.core, ann, ann)).find((alias) => alias.id === id);
      expect(alive !== undefined).toBe(status === 'fulfilled');
      if (alive !== undefined) expect(alive.forwardTo).toBe('ann@example.com');
    }
    await endBinnedAliases(test.core);
    expect(await readBinnedAliases(test.core, ann, ann)).toEqual([]);
  });

  it('is reached at once by forgetting', async () => {
    const { id } = await create('forgotten');
    await deleteAlias(test.core, id, ann);
    await forgetAlias(test.core, { aliasId: id, userId: ann });
    expect(await isLeft(id)).toBeUndefined();
    await expect(restoreAlias(test.core, { aliasId: id, userId: ann }, ip)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
