import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { generateAlias } from '#core/aliases/generate-alias.ts';
import { findRestorableAddress, type DeletedAlias } from '#core/aliases/restore-mark.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Makes a deleted alias again for its old owner, by the id it had: the same address with the default target. All else
 * it had is gone; it gets a new id.
 * @throws AppError not_found, no_target, rate_limited, alias_unavailable.
 */
export async function restoreAlias(context: TargetContext, deleted: DeletedAlias, ip: string): Promise<Alias> {
  const address = await findRestorableAddress(context.database.db, context, deleted);
  if (address === null) throw new AppError('not_found');
  const at = address.lastIndexOf('@');
  const wish = {
    name: { text: address.slice(0, at) },
    domain: address.slice(at + 1),
    notes: '',
    inboxIds: [],
  };
  return generateAlias(context, wish, { userId: deleted.userId, ip });
}
