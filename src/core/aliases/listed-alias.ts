import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openInbox, type Inbox, selectTargets } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';

type ListContext = Pick<CoreContext, 'database' | 'keys'>;

/** An alias without its targets. */
export interface AliasRow {
  readonly id: string;
  readonly localPart: string;
  readonly domain: string;
  readonly active: boolean;
  readonly pinned: boolean;
  readonly notes: string | null;
  readonly createdAt: Date;
}

/** An alias as programs list it. */
export interface ListedAlias extends AliasRow {
  readonly userId: string;
  /** In their order; its webhooks are none. */
  readonly inboxes: readonly Inbox[];
}

/** Aliases of an account, in no order yet. */
export function selectOwnAliases(db: Db, userId: string) {
  return db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .where('aliases.userId', '=', userId);
}

export const aliasRowColumns = [
  'aliases.id',
  'aliases.localPart',
  'domains.name as domain',
  'aliases.active',
  'aliases.pinned',
  'aliases.notes',
  'aliases.createdAt',
] as const;

/** Adds their inboxes to aliases of one account; each inbox is opened once, however many of them it serves. */
export async function withInboxes(
  { database: { db }, keys }: ListContext,
  userId: string,
  rows: readonly AliasRow[],
): Promise<ListedAlias[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const links = await db
    .selectFrom('aliasTargets')
    .select(['aliasId', 'targetId'])
    .where('aliasId', 'in', ids)
    .orderBy('position')
    .execute();
  const targetIds = [...new Set(links.map(({ targetId }) => targetId))];
  const targets =
    targetIds.length === 0
      ? []
      : await selectTargets(db)
          .select('targets.createdAt')
          .where('targets.id', 'in', targetIds)
          .where('targets.kind', '=', 'email')
          .execute();
  const inboxes = new Map(targets.map((target) => [target.id, openInbox(keys, target)]));
  const byAlias = Map.groupBy(links, ({ aliasId }) => aliasId);
  return rows.map((row) => ({
    ...row,
    userId,
    inboxes: (byAlias.get(row.id) ?? []).flatMap(({ targetId }) => inboxes.get(targetId) ?? []),
  }));
}

/** One alias of this account. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function getListedAlias(context: ListContext, aliasId: string, userId: string): Promise<ListedAlias> {
  const row = await selectOwnAliases(context.database.db, userId)
    .select(aliasRowColumns)
    .where('aliases.id', '=', aliasId)
    .executeTakeFirst();
  const [alias] = row === undefined ? [] : await withInboxes(context, userId, [row]);
  if (alias === undefined) throw new AppError('not_found');
  return alias;
}
