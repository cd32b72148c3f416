import type { Alias } from '#contract/aliases.ts';
import { getAlias } from '#core/aliases/get-alias.ts';
import { findStateFault } from '#core/forwarding-provider.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Switches an alias of this account on, or pauses it: its targets are kept and mail to it is dropped.
 * @throws AppError not_found, for a foreign alias as for an unknown one; rate_limited, provider_refused.
 */
export async function toggleAlias(
  { database, keys, limiter, provider }: Pick<TargetContext, 'database' | 'keys' | 'limiter' | 'provider'>,
  { aliasId, userId, active }: { readonly aliasId: string; readonly userId: string; readonly active: boolean },
): Promise<Alias> {
  await limiter.take('aliasChangesPerUser', { userId });
  await provider.changeAliases(database.db, { aliasId, userId }, (db) =>
    db.updateTable('aliases').set({ active }).where('id', '=', aliasId).where('userId', '=', userId).execute(),
  );
  const alias = await provider.pushAlias(await getAlias(database.db, { keys }, aliasId, userId));
  const fault = findStateFault(alias.providerState);
  if (fault !== null) throw fault;
  return alias;
}
