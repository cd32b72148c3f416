import { AppError } from '#contract/errors.ts';
import { markRestorable } from '#core/aliases/restore-mark.ts';
import { placeTombstone } from '#core/aliases/tombstones.ts';
import { findTargetIds } from '#core/aliases/find-target-ids.ts';
import { lockAccount } from '#core/targets/lock-account.ts';
import { removeUnusedTargets } from '#core/targets/remove-unused-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Deletes an alias of this account for good; its links, contacts, SMTP credential and waiting mail go with it. Its
 * address stays blocked for everybody else from the same moment on. `restorable`: whoever still knows its id may make it
 * again by that id.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export const deleteAlias = async (
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>,
  aliasId: string,
  userId: string,
  { restorable = false } = {},
): Promise<void> => {
  const { database, keys, clock, provider } = context;
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await provider.noteAliases(transaction, { aliasId, userId });
    await provider.noteCredentials(transaction, { aliasId, userId });
    const targetIds = await findTargetIds(transaction, aliasId);
    const deleted = await transaction
      .deleteFrom('aliases')
      .using('domains')
      .whereRef('domains.id', '=', 'aliases.domainId')
      .where('aliases.id', '=', aliasId)
      .where('aliases.userId', '=', userId)
      .returning(['aliases.localPart', 'domains.name'])
      .executeTakeFirst();
    if (deleted === undefined) throw new AppError('not_found');
    const address = `${deleted.localPart}@${deleted.name}`;
    await placeTombstone(transaction, keys, { userId, address }, new Date(clock.now()));
    if (restorable) await markRestorable(transaction, context, { userId, aliasId }, address);
    await removeUnusedTargets(transaction, context, userId, targetIds);
  });
};
