import { sql } from 'kysely';
import { isHeld, isSuspended } from '#core/alias-rows/standing.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';

type ReadContext = Pick<ImprovmxContext, 'database' | 'keys'>;

interface CaughtDomain {
  readonly id: string;
  readonly ownerId: string;
}

/** The domain of an account whose catch-all takes all names; null for all others. */
async function findCaught({ database }: ReadContext, name: string): Promise<CaughtDomain | null> {
  const { rows } = await sql<CaughtDomain>`
    select d.id, d.owner_id from domains d join users u on u.id = d.owner_id
    where d.name = ${name} and d.kind <> 'shared' and d.catch_all = 'all' and d.enabled and ${sql.raw(isHeld)}
      and u.leaving_at is null and not ${sql.raw(isSuspended.receiving)} limit 1`.execute(database.db);
  return rows[0] ?? null;
}

/** Those that the domain names, else the one that serves new aliases of its owner. */
async function findTargets(context: ReadContext, domain: CaughtDomain): Promise<TargetRecord[]> {
  const named = await selectTargets(context.database.db)
    .innerJoin('domainTargets', 'domainTargets.targetId', 'targets.id')
    .where('domainTargets.domainId', '=', domain.id)
    .orderBy('domainTargets.position')
    .execute();
  if (named.length > 0) return named.map((row) => openTarget(context.keys, row));
  const usual = await findDefaultTarget(context, domain.ownerId);
  return usual === null ? [] : [usual];
}

/** Where the provider should forward mail to for names of a domain that are no alias; null: nowhere. Only to whom agreed. */
export async function readWantedCatchAll(context: ReadContext, name: string): Promise<string | null> {
  const domain = await findCaught(context, name);
  if (domain === null) return null;
  const targets = (await findTargets(context, domain)).filter(({ state }) => state === 'confirmed');
  return targets.length === 0 ? null : targets.map(({ value }) => value).join(',');
}
