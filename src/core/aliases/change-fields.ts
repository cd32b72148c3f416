import type { LifeInput } from '#contract/aliases/alias-fields.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import { readAliasIds } from '#core/alias-rows/read-rows.ts';
import type { OwnAliases } from '#core/aliases/bin.ts';
import { retarget, type Retargeted } from '#core/aliases/retarget.ts';
import { setEnds, switchAliases } from '#core/aliases/set-fields.ts';
import { readLife } from '#core/aliases/standing/read-life.ts';
import { scopeOf } from '#core/forwarding-provider.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

/** What can be changed of aliases alike; what is left out stays. */
interface FieldChange extends LifeInput {
  readonly active?: boolean | undefined;
  readonly targets?: readonly ForwardTarget[] | undefined;
}

interface ChangedFields {
  /** Their life is over: they are neither switched on nor off. */
  readonly ended: readonly string[];
  readonly retargeted: Retargeted;
  /** What undoes it. */
  readonly groups: readonly AliasGroup[];
}

const targetsStay: Retargeted = { changed: [], fixed: [], elsewhere: [], groups: [], added: [] };

/**
 * Changes aliases of an account: when they end first, so that one that had ended can be switched on; then whether and where they forward, which
 * the forwarding provider hears of. Runs in the caller's transaction, behind `lockAccount`. @throws AppError invalid_input, too_many_targets.
 */
export async function changeFields(
  db: Db,
  context: TargetContext,
  own: OwnAliases,
  { active, targets, ...life }: FieldChange,
): Promise<ChangedFields> {
  const { userId, aliasIds: ids } = own;
  const lives = await setEnds(db, context, ids, readLife(context, life));
  if (active === undefined && targets === undefined) return { ended: [], retargeted: targetsStay, groups: lives };
  return context.provider.changeAliases(db, scopeOf(userId, ids), async (noted) => {
    const which = { ids, endedAt: context.clock.now(), whereabouts: 'any' } as const;
    const ended = active === undefined ? [] : await readAliasIds(noted, which);
    const over = new Set(ended);
    const alive = ids.filter((id) => !over.has(id));
    const switched = active === undefined ? [] : await switchAliases(noted, alive, active);
    const retargeted = targets === undefined ? targetsStay : await retarget(noted, context, own, targets);
    return { ended, retargeted, groups: [...lives, ...switched, ...retargeted.groups] };
  });
}
