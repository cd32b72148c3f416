import { type Expression, sql, type SqlBool } from 'kysely';
import { joinAliases, readJoined } from '#core/alias-rows/read-rows.ts';
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

/** SQL: the account `u` wishes a digest today, and has an inbox for it. */
const wishesDigest = sql<boolean>`u.held_digest and u.leaving_at is null
  and (u.held_digest_on is null or u.held_digest_on < (now() at time zone 'utc')::date)
  and exists (select from targets t where t.user_id = u.id and t.kind = 'email' and ${sql.raw(takesMail)})`;

/**
 * Tells the next accounts behind this one, at most so many, of which each has something to be told: one whose held mail is all for aliases in
 * the bin would be met by each sweep, in the place of another. Null: there are no more.
 */
async function tellSome(context: QueueContext, after: string, atMost: number): Promise<string | null> {
  return context.database.db.transaction().execute(async (transaction) => {
    // One message of each account is enough, whatever else is held for it.
    const untold = {
      where: (ofAlias: Expression<SqlBool>) =>
        transaction
          .selectFrom('users as u')
          .innerJoinLateral(
            ({ selectFrom }) =>
              selectFrom('heldMail')
                .select('aliasId')
                .whereRef('userId', '=', 'u.id')
                .where('told', '=', false)
                .where(ofAlias)
                .limit(1)
                .as('h'),
            (join) => join.onTrue(),
          )
          .select(['u.id', 'h.aliasId'])
          .where('u.id', '>', after)
          .where(wishesDigest)
          .orderBy('u.id')
          .limit(atMost),
    };
    const ids = (await readJoined(transaction, untold, {}, [])).map(({ id }) => id);
    // What another process tells meanwhile is left to it.
    const { rows } = await sql<{ id: string }>`
      select u.id from users u where u.id = ${anyOf(ids)} and ${wishesDigest}
      order by u.id for no key update skip locked`.execute(transaction);
    for (const { id } of rows) await keepDigest(context, transaction, id);
    return ids.at(-1) ?? null;
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
