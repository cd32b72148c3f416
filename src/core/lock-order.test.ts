import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { createCredential, regenerateCredential } from '#core/credentials/credentials.ts';
import { lockWithin } from '#core/sign-in/recovery/lock-account.ts';
import { lockAccount } from '#core/user-row.ts';
import { noteWebhookFailure } from '#core/webhooks/webhook-health.ts';
import type { Db } from '#database/database.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let aliasId: string;

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  const input = { alias: 'shop', domain: 'kauke.test', forwardTo: 'ann@example.com' };
  aliasId = (await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip: '192.0.2.1' })).id;
});
afterAll(() => test.drop());

async function waitsForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.core.database.db);
  return rows.length > 0;
}

/** What happens while somebody holds the account, and then wants what is the account's. */
async function meet(other: () => Promise<unknown>, then: (db: Db) => Promise<unknown>): Promise<void> {
  const under: Promise<unknown>[] = [];
  await test.core.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, ann);
    under.push(other());
    await expect.poll(waitsForLock).toBe(true);
    await then(transaction);
  });
  await Promise.all(under);
}

const takeAlias = (db: Db) => db.selectFrom('aliases').select('id').where('id', '=', aliasId).forUpdate().execute();
const takeTargets = (db: Db) => db.selectFrom('targets').select('id').where('userId', '=', ann).forUpdate().execute();

it('of whoever gives a credential another password, and of whoever locks everything', async () => {
  const { id: credentialId } = await createCredential(test.core, { aliasId, userId: ann });
  const regenerated: Promise<unknown>[] = [];
  await meet(
    async () => {
      regenerated.push(regenerateCredential(test.core, { credentialId, aliasId, userId: ann }));
      await expect(regenerated[0]).rejects.toMatchObject({ code: 'not_found' });
    },
    (db) => lockWithin(db, test.core, ann),
  );
});

it('of whoever makes a credential, and of whoever deletes the alias', async () => {
  const met = meet(() => createCredential(test.core, { aliasId, userId: ann }), takeAlias);
  await expect(met).resolves.toBeUndefined();
});

it('of what switches a webhook off, and of whoever changes targets', async () => {
  const { db } = test.core.database;
  const { id } = await db.selectFrom('targets').select('id').where('userId', '=', ann).executeTakeFirstOrThrow();
  const settings = { publicUrl: 'https://kauke.test', operatorEmail: null };
  const webhook = { id, userId: ann, url: 'https://hook.example/', failingSince: null };
  const met = meet(
    () => noteWebhookFailure({ ...test.core, settings, giveUpAfterMs: 1 }, webhook as never, true),
    takeTargets,
  );
  await expect(met).resolves.toBeUndefined();
});
