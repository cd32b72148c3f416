import type { AliasTarget } from '#contract/aliases.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { Db } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';

/**
 * Links an alias to its targets in the order given. Links that exist keep their id, which bounce addresses name.
 * Runs in the caller's transaction; `targets` holds at least one.
 */
export async function linkTargets(
  db: NotedDb,
  { clock }: { readonly clock: Clock },
  aliasId: string,
  targets: readonly Pick<AliasTarget, 'id'>[],
): Promise<void> {
  const createdAt = new Date(clock.now());
  const rows = targets.map((target, position) => ({ aliasId, targetId: target.id, position, createdAt }));
  await db
    .insertInto('aliasTargets')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['aliasId', 'targetId']).doUpdateSet(({ ref }) => ({ position: ref('excluded.position') })),
    )
    .execute();
}

/** The targets an alias forwards to, in no order. */
export async function findTargetIds(db: Db, aliasId: string): Promise<string[]> {
  const links = await db.selectFrom('aliasTargets').select('targetId').where('aliasId', '=', aliasId).execute();
  return links.map(({ targetId }) => targetId);
}
