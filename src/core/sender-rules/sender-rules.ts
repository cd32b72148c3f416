import { AppError } from '#contract/errors.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import type { SenderRule, SenderRuleInput } from '#contract/held/sender-rules.ts';
import { getOwnRow, readAliasIds } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import { ruleHash } from '#core/sender-rules/find-sender-rule.ts';
import { isMissingUserViolation, lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type RuleContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

function matchContext(id: string): SealContext {
  return { field: 'sender_rules.match', rowId: id };
}

/** The rules of an account, newest first. At most as many as it may have. */
export async function listSenderRules(
  { database: { db }, keys }: Pick<RuleContext, 'database' | 'keys'>,
  userId: string,
): Promise<SenderRule[]> {
  const rows = await db
    .selectFrom('senderRules')
    .select(['id', 'aliasId', 'matchSealed', 'action', 'evenIfRejected', 'createdAt', 'active'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(heldLimits.senderRulesMax)
    .execute();
  const ids = [...new Set(rows.flatMap(({ aliasId }) => aliasId ?? []))];
  const binned = new Set(ids.length === 0 ? [] : await readAliasIds(db, { ids, userId, whereabouts: 'binned' }));
  const live = rows.filter(({ aliasId }) => aliasId === null || !binned.has(aliasId));
  return live.map(({ id, aliasId, matchSealed, action, evenIfRejected, active, createdAt }) => ({
    id,
    scope: aliasId === null ? 'account' : { aliasId },
    match: keys.open(matchContext(id), matchSealed).toString(),
    action,
    evenIfRejected,
    active,
    createdAt: createdAt.toISOString(),
  }));
}

async function checkRoom(db: Db, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('senderRules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= heldLimits.senderRulesMax) throw new AppError('too_many_sender_rules');
}

/**
 * Makes a rule about a sender, or changes what the one does that is there. @throws AppError not_found for a foreign alias
 * as for an unknown one, holding_off, too_many_sender_rules.
 */
export function addSenderRule(context: RuleContext, userId: string, input: SenderRuleInput): Promise<SenderRule> {
  return context.database.db.transaction().execute((transaction) => addWithin(transaction, context, userId, input));
}

/** The same in the caller's transaction. */
export async function addWithin(
  db: Db,
  { keys, clock, random }: Pick<RuleContext, 'keys' | 'clock' | 'random'>,
  userId: string,
  { scope, match, action, evenIfRejected = false, active }: SenderRuleInput,
): Promise<SenderRule> {
  await lockAccount(db, userId);
  const aliasId = scope === 'account' ? null : scope.aliasId;
  if (aliasId !== null) await getOwnRow(db, { userId, aliasId }, []);
  if (action === 'hold') await checkHolding(db, userId);
  const matchHash = ruleHash(keys, { userId, aliasId }, match);
  const known = await db
    .updateTable('senderRules')
    .set({ action, evenIfRejected, ...(active !== undefined && { active }) })
    .where('matchHash', '=', matchHash)
    .returning(['id', 'active', 'createdAt'])
    .executeTakeFirst();
  if (known !== undefined) {
    const { createdAt } = known;
    return { ...known, scope, match, action, evenIfRejected, createdAt: createdAt.toISOString() };
  }
  await checkRoom(db, userId);
  const id = random.uuid();
  const createdAt = new Date(clock.now());
  const matchSealed = keys.seal(matchContext(id), match);
  await db
    .insertInto('senderRules')
    .values({ id, userId, aliasId, matchHash, matchSealed, action, evenIfRejected, active: active ?? true, createdAt })
    .execute()
    .catch((error: unknown) => {
      throw isMissingUserViolation(error) ? new AppError('not_signed_in') : error;
    });
  return { id, scope, match, action, evenIfRejected, active: active ?? true, createdAt: createdAt.toISOString() };
}

/** Mail can be held by a rule only where anything is held. */
async function checkHolding(db: Db, userId: string): Promise<void> {
  const row = await db.selectFrom('users').select('holdDays').where('id', '=', userId).executeTakeFirst();
  if ((row?.holdDays ?? 0) === 0) throw new AppError('holding_off');
}

/** Switches a rule off without forgetting it, or on again. @throws AppError not_found, for a foreign rule as for an unknown one. */
export async function switchSenderRule(
  context: Pick<RuleContext, 'database' | 'keys'>,
  userId: string,
  { id, active }: { readonly id: string; readonly active: boolean },
): Promise<SenderRule> {
  await context.database.db
    .updateTable('senderRules')
    .set({ active })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute();
  const rule = (await listSenderRules(context, userId)).find((one) => one.id === id);
  if (rule === undefined) throw new AppError('not_found');
  return rule;
}

/** @throws AppError not_found, for a foreign rule as for an unknown one. */
export async function removeSenderRule(
  { database }: Pick<RuleContext, 'database'>,
  userId: string,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await database.db
    .deleteFrom('senderRules')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}
