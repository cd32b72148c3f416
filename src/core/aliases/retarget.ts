import type { AliasTarget } from '#contract/aliases.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import { groupByTargets, linkTargets, unlinkOthers } from '#core/alias-rows/alias-links.ts';
import type { OwnAliases } from '#core/aliases/bin.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import { findFixed } from '#core/aliases/standing/others-role.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

export interface Retargeted {
  readonly changed: readonly string[];
  /** Not theirs to send to somebody new: they forward as before. */
  readonly fixed: readonly string[];
  /** Those of them that forward to others now, not only in another order. */
  readonly elsewhere: readonly string[];
  readonly groups: AliasGroup[];
  /** New to some of them. */
  readonly added: readonly AliasTarget[];
}

/** What an account's targets are, by their ids: addresses and URLs. */
export async function readTargetValues(
  db: Db,
  { keys }: Pick<TargetContext, 'keys'>,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectTargets(db).where('targets.userId', '=', userId).execute();
  return new Map(rows.map((row) => [row.id, openTarget(keys, row).value]));
}

/**
 * Puts other targets in the place of those that aliases of an account have, and tells whoever got their mail until now. Those that others
 * decide about get nobody new.
 * Runs in the caller's transaction behind `lockAccount`. @throws AppError too_many_targets.
 */
export async function retarget(
  db: NotedDb,
  context: TargetContext,
  { userId, aliasIds }: OwnAliases,
  wanted: readonly ForwardTarget[],
): Promise<Retargeted> {
  const all = await groupByTargets(db, aliasIds);
  const targets = await ensureTargets(db, context, userId, wanted);
  const targetIds = targets.map(({ id }) => id);
  const gaining = all.filter((group) => targetIds.some((id) => !group.targetIds.includes(id)));
  const fixed = await findFixed(
    db,
    gaining.flatMap((group) => group.aliasIds),
  );
  const former = all
    .map((group) => ({ ...group, aliasIds: group.aliasIds.filter((id) => !fixed.has(id)) }))
    .filter((group) => group.aliasIds.length > 0);
  const differing = former.filter((group) => group.targetIds.join() !== targetIds.join());
  const values = await readTargetValues(db, context, userId);
  const toValues = (ids: readonly string[]): string[] => ids.flatMap((id) => values.get(id) ?? []);
  const elsewhere = differing.filter((group) => group.targetIds.toSorted().join() !== targetIds.toSorted().join());
  for (const group of elsewhere) {
    const [aliasId] = group.aliasIds;
    if (aliasId === undefined || group.targetIds.length === 0) continue;
    const facts = { aliasId, more: group.aliasIds.length - 1, formerTargetIds: group.targetIds };
    await recordSecurityEvent(db, context, userId, { kind: 'alias_sent_elsewhere', ...facts });
  }
  const changed = differing.flatMap((group) => group.aliasIds);
  if (changed.length > 0) {
    await unlinkOthers(db, changed, targetIds);
    await linkTargets(db, context, changed, targetIds);
  }
  const gone = new Set(differing.flatMap((group) => group.targetIds).filter((id) => !targetIds.includes(id)));
  // What forwarded nowhere has nothing to go back to.
  const groups = differing
    .filter((group) => group.targetIds.length > 0)
    .map((group): AliasGroup => ({
      aliasIds: [...group.aliasIds],
      targets: [toValues(group.targetIds), toValues(targetIds)],
    }));
  await removeUnusedTargets(db, context, userId, [...gone]);
  const added = targets.filter(({ id }) => differing.some((group) => !group.targetIds.includes(id)));
  return {
    changed,
    fixed: [...fixed],
    elsewhere: elsewhere.flatMap((group) => group.aliasIds),
    groups,
    added,
  };
}
