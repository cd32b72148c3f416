import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { finishReplacement } from '#core/confirmation/confirm-target.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import { findTargetFault } from '#core/targets/target-faults.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { normaliseTarget, targetHash } from '#core/targets/target-value.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { accountFaultTexts, aliasFaultTexts } from '#messages/faults.ts';

/** Whose inbox it is. */
interface OwnInbox {
  readonly targetId: string;
  readonly userId: string;
}

interface Replacer extends OwnInbox {
  readonly proven?: boolean;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

function addressFault(text: string): AppError {
  return new AppError('invalid_input', { errors: { address: [text] } });
}

/** @throws AppError not_found, for a webhook and for an inbox of somebody else, too. */
async function holdInbox(db: Db, { targetId, userId }: OwnInbox): Promise<void> {
  const held = await db
    .selectFrom('targets')
    .select('id')
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .executeTakeFirst();
  if (held === undefined) throw new AppError('not_found');
}

/** One that is in use already stays what it is. */
async function refuseUsed(db: Db, userId: string, valueHash: Buffer): Promise<void> {
  const used = await db
    .selectFrom('targets')
    .select('id')
    .where('userId', '=', userId)
    .where('valueHash', '=', valueHash)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('confirmedAt', 'is not', null),
        exists(selectFrom('aliasTargets').select('aliasTargets.id').whereRef('targetId', '=', 'targets.id')),
      ]),
    )
    .executeTakeFirst();
  if (used !== undefined) throw addressFault(aliasFaultTexts.inboxYours);
}

async function endReplacements(db: Db, context: TargetContext, { targetId, userId }: OwnInbox): Promise<void> {
  const ended = await db
    .updateTable('targets')
    .set({ replacesTargetId: null })
    .where('replacesTargetId', '=', targetId)
    .where('userId', '=', userId)
    .returning('id')
    .execute();
  await removeUnusedTargets(
    db,
    context,
    userId,
    ended.map(({ id }) => id),
  );
}

/**
 * Gives an inbox another address: once its owner agrees, it takes the place of the first in everything, and that one goes. Until
 * then nothing changes. @throws AppError not_found, invalid_input, rate_limited, too_many_targets, confirm_identity.
 */
export async function replaceInbox(context: TargetContext, own: Replacer, address: string): Promise<void> {
  const { userId, targetId, ip } = own;
  const email = parseEmailAddress(address.trim());
  if (email === null) throw addressFault(accountFaultTexts.email);
  const fault = findTargetFault(context, email);
  if (fault !== null) throw addressFault(fault);
  const wanted = { kind: 'email', email } as const;
  await context.limiter.take('aliasChangesPerUser', { userId });
  const made = await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await holdInbox(transaction, own);
    await refuseUsed(transaction, userId, targetHash(context.keys, normaliseTarget(wanted)));
    const links = await transaction
      .selectFrom('aliasTargets')
      .select('aliasId')
      .where('targetId', '=', targetId)
      .execute();
    const aliasIds = links.map(({ aliasId }) => aliasId);
    await countAliasChanges(transaction, context, own, aliasIds);
    await endReplacements(transaction, context, own);
    const [target] = await ensureTargets(transaction, context, userId, [wanted]);
    if (target === undefined) throw new AppError('not_found');
    const change = transaction.updateTable('targets').set({ replacesTargetId: targetId });
    await change.where('id', '=', target.id).execute();
    // Where nobody is asked it is confirmed already.
    await finishReplacement(transaction, context, target.id);
    return target;
  });
  await requestConfirmation(context, { userId, target: made, ip });
}

/** Leaves an inbox its address; also when nothing was to change. @throws AppError not_found. */
export async function keepInbox(context: TargetContext, own: OwnInbox): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, own.userId);
    await holdInbox(transaction, own);
    await endReplacements(transaction, context, own);
  });
}
