import type { Alias } from '#contract/aliases.ts';
import { getAlias } from '#core/aliases/get-alias.ts';
import type { CoreContext } from '#core/core-context.ts';

/**
 * Switches an alias of this account on, or pauses it: its targets are kept and mail to it is dropped.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export const toggleAlias = async (
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { aliasId, userId, active }: { readonly aliasId: string; readonly userId: string; readonly active: boolean },
): Promise<Alias> => {
  await db.updateTable('aliases').set({ active }).where('id', '=', aliasId).where('userId', '=', userId).execute();
  return getAlias(db, { keys }, aliasId, userId);
};
