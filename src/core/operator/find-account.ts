import { sql } from 'kysely';
import { z } from 'zod';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { OperatorAccount } from '#contract/operator.ts';
import { writeJournal } from '#core/operator/journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';
import { selectUnconfirmed } from '#core/unconfirmed-accounts.ts';
import { leavingUntil, suspensionOf, userEmailHash } from '#core/user-row.ts';

async function findId({ database, keys, findMailOwner }: OperatorContext, who: string): Promise<string | null> {
  const { db } = database;
  if (z.uuid().safeParse(who).success) {
    const row = await db.selectFrom('users').select('id').where('id', '=', who).executeTakeFirst();
    return row?.id ?? null;
  }
  const email = parseEmailAddress(who);
  const byEmail =
    email === null
      ? undefined
      : await db
          .selectFrom('users')
          .select('id')
          .where('emailHash', '=', userEmailHash(keys, email.normalised))
          .executeTakeFirst();
  return byEmail?.id ?? findMailOwner(who);
}

/** Numbers alone: what they are of stays its owner's. */
async function countHoldings({ database }: OperatorContext, userId: string): Promise<OperatorAccount['counts']> {
  const { rows } = await sql<OperatorAccount['counts']>`
    select
      (select count(*)::int from aliases where user_id = ${userId} and binned_at is null) as aliases,
      (select count(*)::int from aliases where user_id = ${userId} and binned_at is not null) as binned,
      (select count(*)::int from targets where user_id = ${userId} and kind = 'email') as inboxes,
      (select count(*)::int from targets where user_id = ${userId} and kind = 'webhook') as webhooks,
      (select count(*)::int from api_keys where user_id = ${userId}) as api_keys,
      (select count(*)::int from smtp_credentials s join aliases a on a.id = s.alias_id where a.user_id = ${userId})
        as smtp_passwords,
      (select count(*)::int from spool_deliveries where user_id = ${userId}) as waiting,
      (select count(*)::int from spool_deliveries where user_id = ${userId} and state = 'held') as held`.execute(
    database.db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('nothing was counted');
  return counts;
}

/** An account as operators see it, a moment after they found it; null when it is gone. */
export async function describeAccount(context: OperatorContext, userId: string): Promise<OperatorAccount | null> {
  const { database, keys, settings } = context;
  const { db } = database;
  const row = await db
    .selectFrom('users')
    .leftJoin('operators', 'operators.userId', 'users.id')
    .select(['users.id', 'users.createdAt', 'lockedAt', 'leavingAt', 'operators.userId as operatorId'])
    .select(['suspended', 'suspendedAt', 'suspensionReasonSealed', 'aliasQuota'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const unconfirmed = await selectUnconfirmed(db).where('users.id', '=', userId).executeTakeFirst();
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    confirmed: unconfirmed === undefined || settings.targetConfirmation === 'off',
    lockedAt: row.lockedAt?.toISOString() ?? null,
    leavingUntil: row.leavingAt === null ? null : leavingUntil(row.leavingAt).toISOString(),
    suspension: suspensionOf(keys, row),
    aliasQuota: row.aliasQuota,
    operator: row.operatorId !== null,
    counts: await countHoldings(context, userId),
  };
}

/**
 * The account that an email, an account's id, an alias, or a reverse or bounce address belongs to. The look is written
 * down, found or not. @throws AppError not_found.
 */
export async function findAccount(context: OperatorContext, by: OperatorName, who: string): Promise<OperatorAccount> {
  const id = await findId(context, who.trim());
  const account = id === null ? null : await describeAccount(context, id);
  await context.database.db
    .transaction()
    .execute((transaction) =>
      writeJournal(
        transaction,
        context,
        account === null ? { by, act: 'account_not_found' } : { by, act: 'account_found', account: account.id },
      ),
    );
  if (account === null) throw new AppError('not_found');
  return account;
}
