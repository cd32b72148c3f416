import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { placeTombstones } from '#core/aliases/tombstones.ts';
import { offerDomain } from '#core/offers/offers.ts';
import { takeOffer } from '#core/offers/take-offer.ts';
import { removeDomain } from '#core/own-domains/own-domains.ts';
import { addTarget } from '#support/add-target.ts';
import { askedStatements } from '#support/asked-statements.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';
const name = 'own.example';
const many = 2000;

let test: TestCore;
let ann: string;
let domainId: string;

beforeEach(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  ({ id: domainId } = await addOwnDomain(test.core, { userId: ann, name }));
});
afterEach(() => test.drop());

/** What belongs to an alias and must go with it. */
const belongings = ['aliases', 'aliasTargets', 'contacts', 'smtpCredentials', 'aliasLabels', 'senderRules'] as const;

/** Aliases in the bin, each with an inbox that nobody confirmed, and a correspondent. */
async function fillBin(count: number): Promise<void> {
  const { pool, db } = test.core.database;
  const targetId = await addTarget(test.core, { userId: ann, target: 'never@elsewhere.example', confirmed: false });
  await pool.query(
    `insert into aliases (id, user_id, domain_id, local_part, ever_used, binned_at, bin_ends_at)
     select gen_random_uuid(), $1, $2, 'binned-' || n, true, now(), now() + interval '30 days' from generate_series(1, $3::integer) n`,
    [ann, domainId, count],
  );
  await pool.query(
    `insert into alias_targets (alias_id, target_id, position) select id, $1, 0 from aliases where domain_id = $2`,
    [targetId, domainId],
  );
  await pool.query(
    `insert into contacts (token_hash, alias_id, correspondent_sealed)
     select sha256(id::text::bytea), id, '\\x00' from aliases where domain_id = $1`,
    [domainId],
  );
  const addresses = Array.from({ length: count }, (_, at) => ({
    userId: ann,
    address: `binned-${at + 1}@${name}`,
    ofDomain: domainId,
    used: true,
  }));
  await placeTombstones(db, test.core.keys, addresses, new Date(test.core.clock.now()));
}

async function countAll(): Promise<Record<string, number>> {
  const counts = belongings.map(async (table) => {
    const rows = await test.core.database.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('n'))
      .execute();
    return [table, Number(rows[0]?.n)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
const nothing = Object.fromEntries(belongings.map((table) => [table, 0]));

describe('two thousand aliases in the bin of a domain', () => {
  it('are erased with all that belongs to them when it passes, by as many statements as for a few', async () => {
    await fillBin(many);
    const bob = (await signUp(test.core, 'bob@work.example')).user.id;
    const { token } = await offerDomain(test.core, { domainId, userId: ann }, { withAliases: true });
    const statements = await askedStatements(() => takeOffer(test.core, { userId: bob, ip, token, name }));
    expect(statements).toBeLessThan(100);
    expect(await countAll()).toEqual(nothing);
    const { db } = test.core.database;
    const left = await db.selectFrom('targets').select('id').where('confirmedAt', 'is', null).execute();
    expect(left).toEqual([]);
    // What was closed stays closed, also to the new owner.
    const graves = await db.selectFrom('tombstones').select(['addressHash', 'used']).execute();
    expect(graves).toHaveLength(many);
    const input = { alias: 'binned-1999', domain: name, forwardTo: 'box@elsewhere.example' };
    const made = createAlias(test.core, input, { ownerId: bob, askerId: bob, ip });
    await expect(made).rejects.toMatchObject({ code: 'alias_unavailable' });
  });

  it('are erased when it is taken away', async () => {
    await fillBin(many);
    const statements = await askedStatements(() => removeDomain(test.core, { domainId, userId: ann }));
    expect(statements).toBeLessThan(50);
    expect(await countAll()).toEqual(nothing);
    expect(await test.core.database.db.selectFrom('domains').select('id').where('id', '=', domainId).execute()).toEqual(
      [],
    );
  });
});
