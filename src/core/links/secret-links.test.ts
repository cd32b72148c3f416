import { afterEach, describe, expect, it } from 'vitest';
import { eraseEndedLinks, issueLink, linkKinds, peekLink, spendLink, trySpendLink } from '#core/links/secret-links.ts';
import { makeSecretToken } from '#core/secret-token.ts';
import { changeSchema, migrateDatabase, migrateWithin } from '#database/migrate-database.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#support/database.ts';

let test: TestDatabase;
afterEach(() => test.drop());

const [user, target, alias, domain] = Array.from({ length: 4 }, () => systemRandom.uuid());
const inAnHour = `now() + interval '1 hour'`;

/** An account with an inbox, a domain and an alias on it, as the release before stored them. */
async function seed(last: string | null) {
  test = await createEmptyTestDatabase();
  const { database } = test;
  await changeSchema(database, '', (db) => migrateWithin(db, last));
  const keys = await createTestKeyRing(database);
  const run = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await database.pool.query<Record<string, unknown>>(text, [...values]);
    return rows;
  };
  await run('insert into users (id) values ($1)', [user]);
  await run(`insert into targets (id, user_id, kind, value_sealed, value_hash) values ($1, $2, 'email', '', 'a')`, [
    target,
    user,
  ]);
  await run(`insert into domains (id, name, kind, state, owner_id) values ($1, 'own.test', 'own', 'verified', $2)`, [
    domain,
    user,
  ]);
  await run(`insert into aliases (id, user_id, domain_id, local_part) values ($1, $2, $3, 'shop')`, [
    alias,
    user,
    domain,
  ]);
  const context = { keys, clock: systemClock, random: systemRandom };
  /** The statements of the release before: on its tables, and on the views that took their place. */
  const former = {
    mailed: (hash: Buffer, purpose: string) =>
      run(
        `insert into one_time_links (token_hash, purpose, user_id, target_id, expires_at, used_at, created_at, code_hash)
         select $1, $2, users.id, targets.id, ${inAnHour}, null, now(), '\\x01'::bytea
         from users inner join targets on targets.user_id = users.id where targets.id = $3 for key share of users, targets`,
        [hash, purpose, target],
      ),
    invite: (token: string) =>
      run(
        `insert into invitations (id, token_hash, uses_left, makes_operator, expires_at, created_at)
         values (gen_random_uuid(), $1, 2, false, ${inAnHour}, now())`,
        [keys.lookupHash('invitations.token', token)],
      ),
    inviteMember: (hash: Buffer) =>
      run(
        `insert into domain_invitations (id, token_hash, domain_id, role, label_sealed, expires_at, created_at)
         values (gen_random_uuid(), $1, $2, 'admin', 'sealed', ${inAnHour}, now())`,
        [hash, domain],
      ),
    offer: (hash: Buffer) =>
      run(
        `insert into offers (token_hash, user_id, alias_id, domain_id, with_aliases, expires_at, created_at)
         values ($1, $2, null, $3, true, ${inAnHour}, now())`,
        [hash, user, domain],
      ),
    pair: (hash: Buffer) =>
      run(
        `insert into pairings (code_hash, user_id, challenge, device_sealed, expires_at)
         values ($1, $2, 'challenge', 'device', ${inAnHour})`,
        [hash, user],
      ),
    trace: async (hash: Buffer) => {
      await run('delete from alias_traces where alias_id = $1', [alias]);
      await run(`insert into alias_traces (alias_id, code_hash, ends_at) values ($1, $2, ${inAnHour})`, [alias, hash]);
      await run(
        `insert into trace_lines (id, alias_id, sealed) select gen_random_uuid(), alias_id, 'line' from alias_traces
         where alias_id = $1 and ends_at > now()`,
        [alias],
      );
    },
  };
  return { database, context, run, former };
}

type World = Awaited<ReturnType<typeof seed>>;

/** One link of each kind, as the release before gives them out. @returns their tokens. */
async function giveOut({ former }: World): Promise<Record<keyof typeof linkKinds, string>> {
  const made = (): { token: string; hash: Buffer } => makeSecretToken(systemRandom);
  const tokens: Record<string, string> = {};
  for (const kind of [
    'confirm_target',
    'reset_password',
    'turn_second_factor_off',
    'keep_second_factor',
    'lock_account',
  ]) {
    const { token, hash } = made();
    await former.mailed(hash, kind);
    tokens[kind] = token;
  }
  const [invitation, member, offer, pairing, trace] = [made(), made(), made(), made(), made()];
  await former.invite(invitation.token);
  await former.inviteMember(member.hash);
  await former.offer(offer.hash);
  await former.pair(pairing.hash);
  await former.trace(trace.hash);
  return {
    ...tokens,
    invitation: invitation.token,
    domain_invitation: member.token,
    offer: offer.token,
    pairing: pairing.token,
    trace: trace.token,
  } as Record<keyof typeof linkKinds, string>;
}

const names = Object.keys(linkKinds) as (keyof typeof linkKinds)[];

async function expectGood({ database, context }: World, tokens: Record<keyof typeof linkKinds, string>): Promise<void> {
  for (const kind of names) {
    const link = await peekLink(database.db, context, kind, tokens[kind]);
    expect({ kind, opens: link?.kind }).toEqual({ kind, opens: kind });
    // A token is worth nothing as another kind's.
    const elsewhere = names.filter((name) => name !== kind);
    expect(await peekLink(database.db, context, elsewhere, tokens[kind])).toBeUndefined();
  }
  const confirm = await peekLink(database.db, context, 'confirm_target', tokens.confirm_target);
  expect(confirm).toMatchObject({ userId: user, targetId: target, proofHash: Buffer.from([1]), usedAt: null });
  const member = await peekLink(database.db, context, 'domain_invitation', tokens.domain_invitation);
  expect(member).toMatchObject({ domainId: domain, role: 'admin', sealed: Buffer.from('sealed'), userId: null });
  const offer = await peekLink(database.db, context, 'offer', tokens.offer);
  expect(offer).toMatchObject({ domainId: domain, aliasId: null, withAliases: true, userId: user });
  const pairing = await peekLink(database.db, context, 'pairing', tokens.pairing);
  expect(pairing).toMatchObject({ proofHash: Buffer.from('challenge'), sealed: Buffer.from('device') });
}

describe('links of the release before', () => {
  it('go on working, each of its kind, with the lines of a trace', async () => {
    const world = await seed('0055-refused-mail');
    const tokens = await giveOut(world);
    await migrateDatabase(world.database);
    await expectGood(world, tokens);
    const { database, context } = world;
    for (const use of [1, 2]) {
      const link = await peekLink(database.db, context, 'invitation', tokens.invitation);
      expect({ use, left: link && (await trySpendLink(database.db, context, link))?.usesLeft }).toEqual({
        use,
        left: 2 - use,
      });
    }
    expect(await peekLink(database.db, context, 'invitation', tokens.invitation)).toBeUndefined();
    expect(await world.run('select alias_id from trace_lines')).toEqual([{ alias_id: alias }]);
    await world.run('delete from aliases');
    expect(await world.run('select alias_id from trace_lines')).toEqual([]);
  });

  it('are given out by its nodes, which still run beside, and are good for the new ones; used here, they are used there', async () => {
    const world = await seed(null);
    const tokens = await giveOut(world);
    await expectGood(world, tokens);
    const { database, context, run } = world;
    for (const kind of ['reset_password', 'domain_invitation', 'offer', 'pairing'] as const) {
      const link = await peekLink(database.db, context, kind, tokens[kind]);
      if (link !== undefined) await spendLink(database.db, context, link);
    }
    expect(await run('select purpose from one_time_links order by purpose')).toEqual(
      ['confirm_target', 'keep_second_factor', 'lock_account', 'turn_second_factor_off'].map((purpose) => ({
        purpose,
      })),
    );
    for (const table of ['domain_invitations', 'offers', 'pairings']) {
      expect({ table, rows: await run(`select 1 from ${table}`) }).toEqual({ table, rows: [] });
    }
  });

  it('are used, listed and ended by its nodes through the names that they know', async () => {
    const world = await seed(null);
    const tokens = await giveOut(world);
    const { database, context, run } = world;
    const used = await run(
      `update one_time_links set used_at = now() where purpose = 'confirm_target' and used_at is null returning token_hash`,
    );
    expect(used).toHaveLength(1);
    expect((await peekLink(database.db, context, 'confirm_target', tokens.confirm_target))?.usedAt).not.toBeNull();
    expect(
      await run(`update invitations set uses_left = uses_left - 1 where uses_left > 0 returning uses_left`),
    ).toEqual([{ uses_left: 1 }]);
    const joined = await run(
      `select d.id from domains d join domain_invitations on domain_invitations.domain_id = d.id for key share of d`,
    );
    expect(joined).toEqual([{ id: domain }]);
    const taken = await run(`delete from domain_invitations where expires_at > now() returning role, label_sealed`);
    expect(taken).toEqual([{ role: 'admin', label_sealed: Buffer.from('sealed') }]);
    await run(`delete from offers where alias_id = $1 or domain_id = $2`, [alias, domain]);
    await run('delete from pairings where user_id = $1', [user]);
    await run('delete from alias_traces where alias_id = $1', [alias]);
    expect(await run('select alias_id from trace_lines')).toEqual([]);
    await run(
      `insert into one_time_links (token_hash, purpose, user_id, target_id, expires_at)
       values ('\\x02', 'confirm_target', $1, $2, ${inAnHour}) on conflict do nothing`,
      [user, target],
    );
    const left = await run('select kind from secret_links order by kind');
    expect(left.map(({ kind }) => kind)).toEqual([
      'confirm_target',
      'confirm_target',
      'invitation',
      'keep_second_factor',
      'lock_account',
      'reset_password',
      'turn_second_factor_off',
    ]);
  });
});

describe('a secret link', () => {
  it('is used once by many at once', async () => {
    const { database, context } = await seed(null);
    for (const kind of ['offer', 'confirm_target'] as const) {
      const subject = kind === 'offer' ? { domainId: domain ?? '' } : { targetId: target ?? '' };
      const { token } = await issueLink(database.db, context, kind, { userId: user ?? '', ...subject });
      const link = await peekLink(database.db, context, kind, token);
      expect(link).toBeDefined();
      if (link === undefined) return;
      const uses = await Promise.all(Array.from({ length: 8 }, () => trySpendLink(database.db, context, link)));
      expect(uses.filter((use) => use !== undefined)).toHaveLength(1);
      await expect(spendLink(database.db, context, link)).rejects.toMatchObject({ code: 'link_unusable' });
    }
  });

  it('is erased when it is over or used up; a used one of an inbox stays, and opens', async () => {
    const { database, context } = await seed(null);
    const { db } = database;
    const expiresAt = new Date(systemClock.now() - 1);
    const own = { userId: user ?? '', targetId: target ?? '' };
    const confirm = await issueLink(db, context, 'confirm_target', own);
    await spendLink(db, context, { kind: 'confirm_target', tokenHash: confirm.tokenHash });
    await db.updateTable('secretLinks').set({ expiresAt }).execute();
    await issueLink(db, context, 'confirm_target', { ...own, expiresAt });
    await issueLink(db, context, 'invitation', { usesLeft: 0 });
    await issueLink(db, context, 'lock_account', { userId: user ?? '', expiresAt });
    const lasting = await issueLink(db, context, 'invitation', { usesLeft: 1 });
    const ended = await eraseEndedLinks(db, context);
    expect(ended.map(({ kind }) => kind).toSorted()).toEqual(['confirm_target', 'invitation', 'lock_account']);
    expect(await peekLink(db, context, 'confirm_target', confirm.token)).toBeDefined();
    expect(await peekLink(db, context, 'invitation', lasting.token)).toBeDefined();
  });
});
