import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { aliasView } from '#core/aliases/alias-view.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';

/** An alias of this account. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function getAlias(
  db: Db,
  { keys }: { readonly keys: KeyRing },
  aliasId: string,
  userId: string,
): Promise<Alias> {
  const row = await db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['aliases.id', 'userId', 'localPart', 'active', 'notes', 'aliases.createdAt', 'name'])
    .select(['improvmxId', 'providerState'])
    .where('aliases.id', '=', aliasId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const targets = await selectTargets(db)
    .innerJoin('aliasTargets', 'aliasTargets.targetId', 'targets.id')
    .where('aliasId', '=', aliasId)
    .orderBy('position')
    .execute();
  return aliasView(
    row,
    row.name,
    targets.map((target) => openTarget(keys, target)),
  );
}
