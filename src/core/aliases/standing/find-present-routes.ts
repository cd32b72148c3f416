import type { AliasStanding } from '#contract/alias-standing.ts';
import { decryptRoute, routeColumns, type AliasRoute, type RouteRow } from '#core/aliases/standing/find-alias.ts';
import { readStanding, standingColumns, type StandingRow } from '#core/alias-rows/standing.ts';
import type { CoreContext } from '#core/core-context.ts';

/** A target that an alias has at present, whether or not mail goes there. */
export interface PresentTarget {
  readonly targetId: string;
  readonly kind: AliasRoute['kind'];
  /** A webhook that is switched off keeps what waits for it. */
  readonly disabled: boolean;
  /** Null where no mail goes. */
  readonly route: AliasRoute | null;
}

/** An alias as it stands for mail that waits. */
export type PresentRoutes =
  | { readonly standing: 'unknown' }
  | {
      readonly standing: AliasStanding;
      /** `name@domain` in lower case. */
      readonly address: string;
      /** The owner blocked its author meanwhile. */
      readonly blocked: boolean;
      /** Automatic replies of the owner go out. */
      readonly autoReplies: boolean;
      /** In the owner's order. */
      readonly targets: readonly PresentTarget[];
    };

interface PresentRow extends RouteRow, StandingRow {
  readonly address: string;
  readonly blocked: boolean;
  readonly auto_replies: boolean;
  readonly disabled: boolean | null;
}

const statement = {
  name: 'present-routes',
  text: `
    select ${standingColumns('$3', 'receiving')}, a.auto_replies,
      a.local_part || '@' || d.name as address, t.disabled_at is not null as disabled, ${routeColumns},
      exists (select 1 from contacts c where c.token_hash = $2 and c.blocked_at is not null) as blocked
    from aliases a join domains d on d.id = a.domain_id join users u on u.id = a.user_id
    left join alias_targets l on l.alias_id = a.id
    left join targets t on t.id = l.target_id
    where a.id = $1 and a.binned_at is null order by l.position`,
};

/**
 * Reads an alias again, so that what its owner changed while mail waited counts. `authorHash`: of the contact who wrote.
 * @throws Error when the database does not answer.
 */
export async function findPresentRoutes(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  aliasId: string | null,
  authorHash: Buffer | null,
): Promise<PresentRoutes> {
  const values = [aliasId, authorHash, new Date(clock.now())];
  const { rows } = await database.pool.query<PresentRow>({ ...statement, values });
  const [first] = rows;
  if (first === undefined) return { standing: 'unknown' };
  const { address, blocked, auto_replies: autoReplies } = first;
  const standing = readStanding(
    first,
    rows.some((row) => row.takes_mail === true),
  );
  const targets = rows.flatMap((row): PresentTarget[] => {
    const { target_id: targetId, kind, disabled } = row;
    if (targetId === null || kind === null) return [];
    return [{ targetId, kind, disabled: disabled === true, route: decryptRoute(keys, row) }];
  });
  return { standing, address, blocked, autoReplies, targets };
}
