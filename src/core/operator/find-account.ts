import { sql } from 'kysely';
import { nameOfAccount } from '#contract/account/account-name.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { OperatorAccount, WaitingAccount } from '#contract/operator.ts';
import { listAliasCredentials } from '#core/credentials/credentials.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import { countAbuseReports } from '#core/operator/abuse-reports.ts';
import { authMethodSchema } from '#contract/sign-in.ts';
import { recordLook } from '#core/operator-journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';
import { isLocked } from '#core/sign-in/second-factor/try-code.ts';
import { selectUnconfirmed } from '#core/unconfirmed-accounts.ts';
import { leavingUntil, suspensionOf, userEmailHash } from '#core/user-row.ts';

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = lowestId.replaceAll('0', 'f');
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const nameLength = nameOfAccount(lowestId).length;

/** The one account whose id begins so; null where there is none, or more than one. */
async function findByName({ database }: OperatorContext, name: string): Promise<string | null> {
  const lowest = name + lowestId.slice(name.length);
  if (name.length < nameLength || !uuid.test(lowest)) return null;
  const [found, ...others] = await database.db
    .selectFrom('users')
    .select('id')
    .where('id', '>=', lowest)
    .where('id', '<=', name + highestId.slice(name.length))
    .limit(2)
    .execute();
  return found !== undefined && others.length === 0 ? found.id : null;
}

async function findId(context: OperatorContext, who: string): Promise<string | null> {
  const { database, keys, findMailOwner } = context;
  if (!who.includes('@')) return findByName(context, who.toLowerCase());
  const email = parseEmailAddress(who);
  const byEmail =
    email === null
      ? undefined
      : await database.db
          .selectFrom('users')
          .select('id')
          .where('emailHash', '=', userEmailHash(keys, email.normalised))
          .executeTakeFirst();
  return byEmail?.id ?? findMailOwner(who);
}

/** Numbers alone: what they are of stays its owner's. */
async function countHoldings({ database }: OperatorContext, userId: string): Promise<OperatorAccount['counts']> {
  const { all: aliases, binned } = await countAliases(database.db, { userId });
  const { rows } = await sql<Omit<OperatorAccount['counts'], 'aliases' | 'binned'>>`
    select
      (select count(*)::int from targets where user_id = ${userId} and kind = 'email') as inboxes,
      (select count(*)::int from targets where user_id = ${userId} and kind = 'webhook') as webhooks,
      (select count(*)::int from api_keys where user_id = ${userId}) as api_keys,
      (select count(*)::int from smtp_credentials where user_id = ${userId}) as smtp_passwords,
      (select count(*)::int from spool_deliveries where user_id = ${userId}) as waiting,
      (select count(*)::int from spool_deliveries where user_id = ${userId} and state = 'held') as held`.execute(
    database.db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('nothing was counted');
  const smtpPasswords = counts.smtpPasswords + (await listAliasCredentials(database.db, userId)).length;
  return { aliases, binned, ...counts, smtpPasswords };
}

/** An account as operators see it, a moment after they found it; null when it is gone. */
export async function describeAccount(context: OperatorContext, userId: string): Promise<OperatorAccount | null> {
  const { database, keys, settings } = context;
  const { db } = database;
  const row = await db
    .selectFrom('users')
    .leftJoin('operators', 'operators.userId', 'users.id')
    .select(['users.id', 'users.createdAt', 'lockedAt', 'leavingAt', 'waitingSince', 'operators.userId as operatorId'])
    .select(['suspended', 'suspendedAt', 'suspensionReasonSealed', 'aliasQuota'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const unconfirmed = await selectUnconfirmed(db).where('users.id', '=', userId).executeTakeFirst();
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    confirmed: unconfirmed === undefined || settings.targetConfirmation === 'off',
    waitingSince: row.waitingSince?.toISOString() ?? null,
    lockedAt: row.lockedAt?.toISOString() ?? null,
    leavingUntil: row.leavingAt === null ? null : leavingUntil(row.leavingAt).toISOString(),
    codesLocked: await isLocked(context, userId),
    suspension: suspensionOf(keys, row),
    aliasQuota: row.aliasQuota,
    operator: row.operatorId !== null,
    counts: await countHoldings(context, userId),
    reports: await countAbuseReports(context, userId),
  };
}

/**
 * The account that an email, an id or the name it begins with, an alias, or a reverse or bounce address belongs to. The look
 * is written down, found or not. @throws AppError not_found.
 */
export async function findAccount(context: OperatorContext, by: OperatorName, who: string): Promise<OperatorAccount> {
  const id = await findId(context, who.trim());
  const account = id === null ? null : await describeAccount(context, id);
  await recordLook(
    context,
    account === null ? { by, act: 'account_not_found' } : { by, act: 'account_found', account: account.id },
  );
  if (account === null) throw new AppError('not_found');
  return account;
}

const listedMax = 100;

/** The accounts that wait, longest first; at most 100 of them. The look is written down. */
export async function listWaitingAccounts(context: OperatorContext, by: OperatorName): Promise<WaitingAccount[]> {
  const rows = await context.database.db
    .selectFrom('users')
    .select(['id', 'authMethod', 'emailVerifiedAt'])
    .select(({ ref }) => ref('waitingSince').$notNull().as('since'))
    .where('waitingSince', 'is not', null)
    .where('decision', 'is', null)
    .orderBy('waitingSince')
    .orderBy('id')
    .limit(listedMax)
    .execute();
  await recordLook(context, { by, act: 'waiting_seen' });
  return rows.map(({ id, since, authMethod, emailVerifiedAt }) => ({
    id,
    name: nameOfAccount(id),
    since: since.toISOString(),
    authMethod: authMethodSchema.parse(authMethod),
    proven: emailVerifiedAt !== null,
  }));
}
