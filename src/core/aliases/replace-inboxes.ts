import type { Alias } from '#contract/aliases.ts';
import { getAlias } from '#core/aliases/get-alias.ts';
import { updateAlias, type AliasUpdate } from '#core/aliases/update-alias.ts';
import { findForwardTo } from '#core/targets/default-target.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Forwards an alias of this account to other inboxes of it, or to its default target when none is named. For programs
 * that know nothing of webhooks: the alias keeps those it has.
 * @throws AppError not_found, no_target, invalid_input.
 */
export async function replaceInboxes(
  context: TargetContext,
  own: Omit<AliasUpdate, 'input'>,
  inboxIds: readonly string[],
): Promise<Alias> {
  const { aliasId, userId } = own;
  const { notes, targets } = await getAlias(context.database.db, context, aliasId, userId);
  const webhooks = targets.filter(({ kind }) => kind === 'webhook').map(({ value }) => value);
  const chosen = await findForwardTo(context, userId, inboxIds);
  const forwardTo = [...new Set([...chosen, ...webhooks])].join(', ');
  return updateAlias(context, { ...own, input: { forwardTo, notes: notes ?? '' } });
}
