import { isSuspended } from '#core/alias-rows/standing.ts';
import { decryptRoute, routeColumns, type AliasRoute, type RouteRow } from '#core/aliases/standing/find-alias.ts';
import type { CoreContext } from '#core/core-context.ts';

/** A target that mail waits for whose alias passed to another account. */
export type FormerTarget =
  /** It or its account is gone. */
  | { readonly standing: 'gone' }
  /** Its account may come back, or it is switched on again. */
  | { readonly standing: 'waits' }
  | { readonly standing: 'live'; readonly route: AliasRoute };

interface FormerRow extends RouteRow {
  readonly waits: boolean;
}

/** No link leads there any more: `0` is none that bounces come back by. */
const statement = {
  name: 'former-target',
  text: `
    select u.leaving_at is not null or ${isSuspended.receiving} or t.disabled_at is not null as waits, ${routeColumns}
    from targets t join users u on u.id = t.user_id cross join (values (0::bigint)) l (id) cross join (values (false)) a (in_clear)
    where t.id = $1 and t.user_id = $2`,
};

/** @throws Error when the database does not answer. */
export async function findFormerTarget(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  targetId: string,
  userId: string | null,
): Promise<FormerTarget> {
  const { rows } = await database.pool.query<FormerRow>({ ...statement, values: [targetId, userId] });
  const [row] = rows;
  if (row === undefined) return { standing: 'gone' };
  if (row.waits) return { standing: 'waits' };
  const route = decryptRoute(keys, row);
  return route === null ? { standing: 'gone' } : { standing: 'live', route };
}
