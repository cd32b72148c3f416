import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerDomain, readDomainOffer } from '#core/offers/offers.ts';
import { inviteMember, joinDomain, listMembers } from '#core/own-domains/members.ts';
import { claimDomain, removeDomain } from '#core/own-domains/own-domains.ts';
import { lockName, applyCheckResults } from '#core/own-domains/settle-checks.ts';
import { lockAccount } from '#core/user-row.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  test = await createTestCore({
    targetConfirmation: 'off',
    domains: { own: true, below: ['kauke.test'], mailHostname: 'mx.kauke.test' },
  });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
});
afterAll(() => test.drop());

async function waitsForLock(): Promise<boolean> {
  // Of this database alone: others on this server are those of other files.
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.core.database.db);
  return rows.length > 0;
}

/** What happens while somebody holds an account, and then wants the rows of a name, as whoever claims or takes one does. */
async function meet(userId: string, name: string, other: () => Promise<unknown>): Promise<void> {
  const under: Promise<unknown>[] = [];
  await test.core.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    under.push(other());
    await expect.poll(waitsForLock).toBe(true);
    await lockName(transaction, name);
  });
  await Promise.all(under);
}

it('of a look at DNS that tells an owner, and of whoever claims the name', async () => {
  const { id } = await claimDomain(test.core, ann, 'order.example');
  const contradictedSince = new Date(test.core.clock.now() - 9e8);
  const { db } = test.core.database;
  await db.updateTable('domains').set({ state: 'failing', contradictedSince }).where('id', '=', id).execute();
  const checks = [{ check: 'ownership', ok: false, found: [], trouble: false }] as const;
  await meet(ann, 'order.example', () => applyCheckResults(test.core, { id, ownerId: ann }, checks));
  const row = await db.selectFrom('domains').select('state').where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ state: 'lost' });
});

it('of whoever joins a domain, and of whoever takes the invitation back', async () => {
  const { id: domainId } = await claimDomain(test.core, ann, 'team.example');
  const member = { domainId, userId: ann };
  const { token } = await inviteMember(test.core, member, { name: 'Bob', role: 'maker' });
  await meet(bob, 'team.example', () => joinDomain(test.core, bob, token));
  expect(await listMembers(test.core, member)).toHaveLength(2);
});

it('a sub-domain that was given up takes its invitations and its offer along', async () => {
  const { id: domainId } = await claimDomain(test.core, ann, 'gone.kauke.test');
  const member = { domainId, userId: ann };
  const { token } = await inviteMember(test.core, member, { name: 'Bob', role: 'maker' });
  await offerDomain(test.core, member, {});
  await removeDomain(test.core, member);
  await claimDomain(test.core, ann, 'gone.kauke.test');
  await expect(joinDomain(test.core, bob, token)).rejects.toMatchObject({ code: 'link_unusable' });
  expect(await readDomainOffer(test.core, member)).toBeNull();
});
