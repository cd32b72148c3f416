import { sql } from 'kysely';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { aliasView } from '#core/aliases/alias-view.ts';
import { checkOwner } from '#core/aliases/check-owner.ts';
import type { CoreContext } from '#core/core-context.ts';
import { targetState } from '#core/targets/target-state.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

type ListContext = Pick<CoreContext, 'database' | 'keys'>;

/** The account's targets by id, each opened once however many aliases use it. */
const loadTargets = async ({ database, keys }: ListContext, userId: string): Promise<Map<string, AliasTarget>> => {
  const rows = await database.db
    .selectFrom('targets')
    .leftJoin('stoppedAddresses', 'addressHash', 'valueHash')
    .select(['id', 'kind', 'valueSealed', 'confirmedAt', sql<boolean>`address_hash is not null`.as('stopped')])
    .where('userId', '=', userId)
    .execute();
  return new Map(
    rows.map((row) => {
      const value = keys.open(targetValueContext(row.id), row.valueSealed).toString();
      return [row.id, { id: row.id, kind: row.kind, value, state: targetState(row) }];
    }),
  );
};

/** Target ids by alias id, in the order of the links. */
const loadLinks = async ({ database }: ListContext, userId: string): Promise<Map<string, string[]>> => {
  const links = await database.db
    .selectFrom('aliasTargets')
    .innerJoin('aliases', 'aliases.id', 'aliasTargets.aliasId')
    .select(['aliasId', 'targetId'])
    .where('userId', '=', userId)
    .orderBy('position')
    .execute();
  const byAlias = new Map<string, string[]>();
  for (const { aliasId, targetId } of links) {
    const own = byAlias.get(aliasId);
    if (own === undefined) byAlias.set(aliasId, [targetId]);
    else own.push(targetId);
  }
  return byAlias;
};

/**
 * All aliases of an account, newest first. Four plain queries: joined or aggregated in SQL, a list of 10,000
 * takes half as long again. `askerId`: who is signed in.
 * @throws AppError not_found.
 */
export const listAliases = async (context: ListContext, userId: string, askerId: string): Promise<Alias[]> => {
  checkOwner(userId, askerId);
  const { db } = context.database;
  const rows = await db
    .selectFrom('aliases')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  const domains = new Map(
    (await db.selectFrom('domains').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  const links = await loadLinks(context, userId);
  // Read last, so that every link finds its target.
  const targets = await loadTargets(context, userId);
  return rows.map((row) => {
    const own = (links.get(row.id) ?? []).flatMap((id) => targets.get(id) ?? []);
    return aliasView(row, domains.get(row.domainId) ?? '', own);
  });
};
