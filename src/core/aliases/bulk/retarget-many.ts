import { sql } from 'kysely';
import type { AliasTarget } from '#contract/aliases.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import { findFixed } from '#core/aliases/standing/others-role.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import type { AliasGroup } from '#core/undos/undos.ts';

interface Retargeted {
  readonly changed: readonly string[];
  /** Not theirs to send elsewhere. */
  readonly fixed: readonly string[];
  readonly groups: AliasGroup[];
  /** New to some of them. */
  readonly added: readonly AliasTarget[];
}

/** Aliases that forward to the same targets, in the same order. */
interface SameTargets {
  readonly targetIds: readonly string[];
  readonly aliasIds: string[];
}

/** The aliases by what they forward to now: mostly these are few groups. */
async function groupByTargets(db: NotedDb, aliasIds: readonly string[]): Promise<SameTargets[]> {
  const { rows } = await sql<SameTargets>`
    select target_ids, array_agg(id order by id) as alias_ids
    from (
      select a.id, array(
        select l.target_id from alias_targets l where l.alias_id = a.id order by l.position) as target_ids
      from unnest(${aliasIds}::uuid[]) a (id)) as linked
    group by target_ids`.execute(db);
  return rows;
}

async function linkAll(
  db: NotedDb,
  { clock }: Pick<TargetContext, 'clock'>,
  aliasIds: readonly string[],
  targetIds: readonly string[],
): Promise<void> {
  await sql`delete from alias_targets where alias_id = any (${aliasIds}::uuid[])
    and target_id <> all (${targetIds}::uuid[])`.execute(db);
  await sql`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select a.id, t.id, t.place - 1, ${new Date(clock.now())}
    from unnest(${aliasIds}::uuid[]) a (id) cross join unnest(${targetIds}::uuid[]) with ordinality t (id, place)
    on conflict (alias_id, target_id) do update set position = excluded.position`.execute(db);
}

/**
 * Puts other targets in the place of those that aliases of an account have, and tells whoever got their mail until now. Those that others
 * decide about stay as they are.
 * Runs in the caller's transaction behind `lockAccount`. @throws AppError too_many_targets.
 */
export async function retargetMany(
  db: NotedDb,
  context: TargetContext,
  { userId, aliasIds }: { readonly userId: string; readonly aliasIds: readonly string[] },
  wanted: readonly ForwardTarget[],
): Promise<Retargeted> {
  const fixed = await findFixed(db, aliasIds);
  const free = aliasIds.filter((id) => !fixed.has(id));
  const former = await groupByTargets(db, free);
  const targets = await ensureTargets(db, context, userId, wanted);
  const targetIds = targets.map(({ id }) => id);
  const differing = former.filter((group) => group.targetIds.join() !== targetIds.join());
  const rows = await selectTargets(db).where('targets.userId', '=', userId).execute();
  const values = new Map(rows.map((row) => [row.id, openTarget(context.keys, row).value]));
  const toValues = (ids: readonly string[]): string[] => ids.flatMap((id) => values.get(id) ?? []);
  for (const group of differing) {
    const [aliasId] = group.aliasIds;
    const isElsewhere = group.targetIds.toSorted().join() !== targetIds.toSorted().join();
    if (aliasId === undefined || !isElsewhere || group.targetIds.length === 0) continue;
    const facts = { aliasId, more: group.aliasIds.length - 1, formerTargetIds: group.targetIds };
    await recordSecurityEvent(db, context, userId, { kind: 'alias_sent_elsewhere', ...facts });
  }
  const changed = differing.flatMap((group) => group.aliasIds);
  if (changed.length > 0) await linkAll(db, context, changed, targetIds);
  const gone = new Set(differing.flatMap((group) => group.targetIds).filter((id) => !targetIds.includes(id)));
  // What forwarded nowhere has nothing to go back to.
  const groups = differing
    .filter((group) => group.targetIds.length > 0)
    .map((group): AliasGroup => ({
      aliasIds: group.aliasIds,
      targets: [toValues(group.targetIds), toValues(targetIds)],
    }));
  await removeUnusedTargets(db, context, userId, [...gone]);
  const added = targets.filter(({ id }) => differing.some((group) => !group.targetIds.includes(id)));
  return { changed, fixed: [...fixed], groups, added };
}
