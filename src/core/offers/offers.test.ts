import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { removeOldLinks } from '#core/confirmation/one-time-links.ts';
import { offerAlias, readAliasOffer, withdrawOffer } from '#core/offers/offers.ts';
import { readOffer, takeOffer } from '#core/offers/take-offer.ts';
import { lockEverything } from '#core/sign-in/recovery/lock-account.ts';
import { createTestCore, dayMs, eraseAccount, signUp, type TestCore } from '#support/core.ts';
import { addMembers, addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';
const name = 'shop@kauke.test';

let test: TestCore;
let ann: string;
let bob: string;
let aliasId: string;

beforeEach(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
  aliasId = await make('shop');
});
afterEach(() => test.drop());

async function make(alias: string, domain = 'kauke.test'): Promise<string> {
  const input = { alias, domain, forwardTo: 'ann@home.example' };
  return (await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip })).id;
}

async function offer(id = aliasId): Promise<string> {
  return (await offerAlias(test.core, { aliasId: id, userId: ann })).token;
}

function take(token: string, userId = bob, called = name) {
  return takeOffer(test.core, { userId, ip, token, name: called });
}

function code(wanted: string) {
  return expect.objectContaining({ code: wanted }) as unknown;
}

async function ownerOf(localPart: string): Promise<string | undefined> {
  const { db } = test.core.database;
  const aliases = db.selectFrom('aliases').select('userId').where('localPart', '=', localPart);
  return (await aliases.executeTakeFirst())?.userId;
}

describe('a link', () => {
  it('shows what it offers, changes nothing until it is used, and works once', async () => {
    const token = await offer();
    const offered = await readOffer(test.core, bob, token);
    expect(offered).toMatchObject({ kind: 'alias', name, aliases: 1, members: 0, own: false });
    expect(await ownerOf('shop')).toBe(ann);
    expect(await take(token)).toEqual({ kind: 'alias', name });
    expect(await ownerOf('shop')).toBe(bob);
    await expect(take(token)).rejects.toEqual(code('link_unusable'));
    await expect(readOffer(test.core, bob, token)).rejects.toEqual(code('link_unusable'));
  });

  it('is good for seven days, and its row no longer', async () => {
    const token = await offer();
    expect(await readAliasOffer(test.core, { aliasId, userId: ann })).not.toBeNull();
    test.advance(limits.offerDays * dayMs);
    await expect(take(token)).rejects.toEqual(code('link_unusable'));
    expect(await readAliasOffer(test.core, { aliasId, userId: ann })).toBeNull();
    await removeOldLinks(test.core);
    expect(
      await test.core.database.db.selectFrom('secretLinks').where('kind', '=', 'offer').select('userId').execute(),
    ).toEqual([]);
  });

  it('ends when it is taken back, by another one, and by whoever locks the account', async () => {
    const first = await offer();
    const second = await offer();
    await expect(take(first)).rejects.toEqual(code('link_unusable'));
    await expect(withdrawOffer(test.core, bob, { aliasId })).rejects.toEqual(code('not_found'));
    await withdrawOffer(test.core, ann, { aliasId });
    await expect(take(second)).rejects.toEqual(code('link_unusable'));
    const third = await offer();
    await lockEverything(test.core, ann);
    await expect(take(third)).rejects.toEqual(code('link_unusable'));
    await expect(offer()).rejects.toEqual(code('offer_stopped'));
  });

  it('is nothing to whoever made it, nor what nobody made', async () => {
    const token = await offer();
    expect(await readOffer(test.core, ann, token)).toMatchObject({ own: true });
    await expect(take(token, ann)).rejects.toEqual(code('offer_own'));
    for (const wrong of ['', 'x', 'A'.repeat(43)]) await expect(take(wrong)).rejects.toEqual(code('link_unusable'));
    await expect(offerAlias(test.core, { aliasId, userId: bob })).rejects.toEqual(code('not_found'));
    await expect(readAliasOffer(test.core, { aliasId, userId: bob })).rejects.toEqual(code('not_found'));
  });

  it('gives nothing but what was shown', async () => {
    const token = await offer();
    await updateAlias(test.core, { aliasId, userId: ann, ip, input: { alias: 'other' } });
    await expect(take(token)).rejects.toEqual(code('offer_changed'));
    expect(await take(token, bob, 'other@kauke.test')).toMatchObject({ name: 'other@kauke.test' });
  });
});

describe('an alias does not pass', () => {
  it('from the bin, and can once it is out of it', async () => {
    const token = await offer();
    await deleteAlias(test.core, aliasId, ann, { proven: true });
    await expect(take(token)).rejects.toEqual(code('link_unusable'));
    await expect(offer()).rejects.toEqual(code('not_found'));
  });

  it.each(['suspended', 'waiting_since', 'leaving_at', 'locked_at'])('while one of the two is: %s', async (column) => {
    const token = await offer();
    const set = (id: string, value: Date | string | null) =>
      sql`update users set ${sql.raw(column)} = ${value} where id = ${id}`.execute(test.core.database.db);
    for (const id of [ann, bob]) {
      await set(id, column === 'suspended' ? 'all' : new Date(test.core.clock.now()));
      await expect(take(token)).rejects.toEqual(code('offer_stopped'));
      await set(id, null);
    }
    expect(await take(token)).toMatchObject({ name });
  });

  it('beyond the quota of whoever takes it, and the link stays good', async () => {
    const { db } = test.core.database;
    await db.updateTable('users').set({ aliasQuota: 0 }).where('id', '=', bob).execute();
    const token = await offer();
    await expect(take(token)).rejects.toEqual(code('too_many_aliases'));
    await db.updateTable('users').set({ aliasQuota: 1 }).where('id', '=', bob).execute();
    expect(await take(token)).toMatchObject({ name });
  });

  it('from a domain of accounts to whoever is no member of it', async () => {
    const { id: domainId } = await addOwnDomain(test.core, { userId: ann, name: 'own.example' });
    const token = await offer(await make('mine', 'own.example'));
    await expect(take(token, bob, 'mine@own.example')).rejects.toEqual(code('offer_members_only'));
    await addMembers(test.core, domainId, [bob]);
    expect(await take(token, bob, 'mine@own.example')).toMatchObject({ kind: 'alias' });
  });

  it('from an account that is gone', async () => {
    const token = await offer();
    await eraseAccount(test.core, ann);
    await expect(take(token)).rejects.toEqual(code('link_unusable'));
  });
});

describe('at the same moment', () => {
  it('two take it: one has it', async () => {
    const cat = (await signUp(test.core, 'cat@work.example')).user.id;
    const token = await offer();
    const taken = await Promise.allSettled([take(token, bob), take(token, cat), take(token, bob), take(token, cat)]);
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = taken.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
    expect(refused).toEqual(['link_unusable', 'link_unusable', 'link_unusable']);
    expect(await test.core.database.db.selectFrom('aliases').select('userId').execute()).toHaveLength(1);
  });

  it('one deletes, renames or takes back, another takes: all of it or nothing', async () => {
    for (const race of ['delete', 'rename', 'withdraw'] as const) {
      const id = await make(race);
      const token = await offer(id);
      const acts = {
        delete: () => deleteAlias(test.core, id, ann, { proven: true }),
        rename: () => updateAlias(test.core, { aliasId: id, userId: ann, ip, input: { alias: `${race}d` } }),
        withdraw: () => withdrawOffer(test.core, ann, { aliasId: id }),
      };
      const [act, taking] = await Promise.allSettled([acts[race](), take(token, bob, `${race}@kauke.test`)]);
      const done = [act.status, taking.status].filter((status) => status === 'fulfilled');
      expect({ race, done }).toEqual({ race, done: ['fulfilled'] });
      const rows = await test.core.database.db
        .selectFrom('aliases')
        .select('userId')
        .where('localPart', 'like', `${race}%`)
        .execute();
      expect(rows).toEqual([{ userId: taking.status === 'fulfilled' ? bob : ann }]);
    }
  });

  it('two accounts pass to each other without waiting for ever', async () => {
    const input = { alias: 'bobs', domain: 'kauke.test', forwardTo: 'bob@work.example' };
    const { id } = await createAlias(test.core, input, { ownerId: bob, askerId: bob, ip });
    const { token: fromBob } = await offerAlias(test.core, { aliasId: id, userId: bob });
    const fromAnn = await offer();
    await Promise.all([take(fromAnn), take(fromBob, ann, 'bobs@kauke.test')]);
    expect([await ownerOf('shop'), await ownerOf('bobs')]).toEqual([bob, ann]);
  });
});
