import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import type { AliasScope, NotedDb } from '#core/forwarding-provider.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

/** Both accounts, held by the caller until its transaction ends, and where the mail goes from now on. */
export interface Passing {
  readonly giverId: string;
  readonly takerId: string;
  /** Of the taker, in their order. */
  readonly targetIds: readonly string[];
}

interface PassedRow {
  readonly id: string;
  readonly localPart: string;
  readonly domainId: string;
  readonly everUsed: boolean;
}

function scopeOf(userId: string, ids: readonly string[]): AliasScope {
  const [aliasId] = ids;
  return aliasId !== undefined && ids.length === 1 ? { aliasId, userId } : { aliasIds: ids, userId };
}

/**
 * Mail that was accepted for the giver stays the giver's: what waits for a target leads there by its envelope once no alias does,
 * and what was sent goes out.
 */
async function leaveDeliveries(db: Db, aliasIds: readonly string[]): Promise<void> {
  await db
    .updateTable('spoolDeliveries')
    .set({ aliasId: null })
    .where('aliasId', '=', sql<string>`any(${aliasIds}::uuid[])`)
    .execute();
}

/** Takes the rows away with all that hangs on them, and gives back what they were called. */
async function removeRows(db: Db, context: TargetContext, giverId: string, ids: readonly string[]) {
  const { provider } = context;
  const scope = scopeOf(giverId, ids);
  const links = await db
    .selectFrom('aliasTargets')
    .select('targetId')
    .distinct()
    .where('aliasId', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const rows = await provider.changeAliases(db, scope, (noted) =>
    provider.changeCredentials(noted, scope, (both) =>
      both
        .deleteFrom('aliases')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('userId', '=', giverId)
        .where('binnedAt', 'is', null)
        .returning(['id', 'localPart', 'domainId', 'everUsed'])
        .execute(),
    ),
  );
  const targetIds = links.map(({ targetId }) => targetId);
  await removeUnusedTargets(db, context, giverId, targetIds);
  return rows;
}

/** The same names as new aliases: that mail came to them is all that they keep. */
async function insertRows(
  db: NotedDb,
  { clock }: Pick<TargetContext, 'clock'>,
  { takerId, targetIds }: Passing,
  rows: readonly PassedRow[],
): Promise<void> {
  const now = new Date(clock.now());
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into aliases (id, user_id, domain_id, local_part, ever_used, created_at)
    select id, ${takerId}::uuid, domain_id, local_part, ever_used, ${now}
    from unnest(${ids}::uuid[], ${rows.map((row) => row.domainId)}::uuid[], ${rows.map((row) => row.localPart)}::text[],
      ${rows.map((row) => row.everUsed)}::boolean[]) as passed (id, domain_id, local_part, ever_used)`.execute(db);
  await sql`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select passed.id, target.id, target.position - 1, ${now}
    from unnest(${ids}::uuid[]) as passed (id),
      unnest(${targetIds}::uuid[]) with ordinality as target (id, position)`.execute(db);
}

/**
 * Makes aliases of one account those of another, by name alone: the rows are erased with their targets, notes, labels, credentials,
 * correspondents, rules, held mail, traces and counts, and new ones take their names. No tombstone is left in between.
 * @throws AppError link_unusable where one is not the giver's any more; too_many_aliases.
 */
export async function passAliases(
  db: Db,
  context: TargetContext,
  passing: Passing,
  aliasIds: readonly string[],
): Promise<string[]> {
  if (aliasIds.length === 0) return [];
  const { giverId, takerId } = passing;
  const { left, refusal } = await findAliasRoom(db, context, takerId);
  if (left < aliasIds.length) throw refusal;
  await leaveDeliveries(db, aliasIds);
  const former = await removeRows(db, context, giverId, aliasIds);
  if (former.length < aliasIds.length) throw new AppError('link_unusable');
  const rows = former.map((row) => ({ ...row, id: context.random.uuid() }));
  const ids = rows.map(({ id }) => id);
  await context.provider.changeAliases(db, scopeOf(takerId, ids), (noted) => insertRows(noted, context, passing, rows));
  return ids;
}
