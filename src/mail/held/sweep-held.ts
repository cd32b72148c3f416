import { sql } from 'kysely';
import { aliasIds, joinAliases } from '#core/alias-rows/read-rows.ts';
import { readShown } from '#mail/held/held-envelope.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { takesMail } from '#core/alias-rows/standing.ts';
import { notify } from '#core/notices/notify.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

/** `accountsAtOnce`: those that one transaction tells. `roundsMax`: transactions of a sweep; the next one tells those that are left. */
const usualSweep = { accountsAtOnce: 100, roundsMax: 100 };
/** Before all accounts. */
const nobody = '00000000-0000-0000-0000-000000000000';
/** Messages that one digest names. */
const maxNamed = 50;

/**
 * Erases held mail whose time is over, and tells once a day who wished it what came. The keys of its days go with the
 * queue's sweep, once nothing needs them. @throws Error when the database does not answer.
 */
export async function sweepHeld(context: QueueContext, { accountsAtOnce, roundsMax } = usualSweep): Promise<void> {
  const { database, hold } = context;
  if (hold.held) return;
  await sql`delete from held_mail where expires_at <= now()`.execute(database.db);
  let last: string | null = nobody;
  for (let rounds = 0; last !== null && rounds < roundsMax && !hold.held; rounds += 1) {
    last = await tellSome(context, last, accountsAtOnce);
  }
}

/**
 * Tells the next accounts behind this one, at most so many, of which each has something to be told: one whose held mail is all for aliases in
 * the bin would be met by each sweep, in the place of another. Null: there are no more.
 */
async function tellSome(context: QueueContext, after: string, atMost: number): Promise<string | null> {
  const kept = aliasIds({ userId: sql<string>`u.id` });
  return context.database.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select u.id from users u
      where u.id > ${after} and u.held_digest and u.leaving_at is null
        and (u.held_digest_on is null or u.held_digest_on < (now() at time zone 'utc')::date)
        and exists (select from targets t where t.user_id = u.id and t.kind = 'email' and ${sql.raw(takesMail)})
        and exists (
          select from held_mail h where h.user_id = u.id and not h.told and h.alias_id in ${kept})
      order by u.id limit ${atMost} for no key update of u skip locked`.execute(transaction);
    for (const { id } of rows) await keepDigest(context, transaction, id);
    return rows.length < atMost ? null : (rows.at(-1)?.id ?? null);
  });
}

async function keepDigest(context: QueueContext, db: Db, userId: string): Promise<void> {
  const rows = await db
    .selectFrom('heldMail')
    .select(['id', 'aliasId', 'keyVersion', 'envelopeSealed'])
    .where('userId', '=', userId)
    .where('told', '=', false)
    .orderBy('receivedAt', 'desc')
    .execute();
  const untold = await joinAliases(db, rows, { userId }, ['address']);
  // All of it went into the bin meanwhile.
  if (untold.length === 0) return;
  const ids = untold.map(({ id }) => id);
  await db.updateTable('heldMail').set({ told: true }).where('id', '=', anyOf(ids)).execute();
  await sql`update users set held_digest_on = (now() at time zone 'utc')::date where id = ${userId}`.execute(db);
  const named = await Promise.all(
    untold.slice(0, maxNamed).map(async ({ alias: { address: alias }, ...row }) => {
      const shown = await readShown(context, row);
      if (shown === null) return [];
      const { from, subject, encrypted } = shown;
      // A mail about it that anybody can read would tell what the message itself does not.
      return encrypted ? [] : [{ alias, from, subject }];
    }),
  );
  await notify(context, { kind: 'held', userId, values: [named.flat(), untold.length] }, db);
}
