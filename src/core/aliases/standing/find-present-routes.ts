import { standingOf, type AliasEnd, type AliasStanding } from '#contract/alias-standing.ts';
import { endedBy } from '#core/aliases/standing/alias-life.ts';
import {
  isSuspended,
  openRoute,
  routeColumns,
  type AliasRoute,
  type RouteRow,
} from '#core/aliases/standing/find-alias.ts';
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

interface PresentRow extends RouteRow {
  readonly active: boolean;
  readonly leaving: boolean;
  readonly suspended: boolean;
  readonly lost: boolean;
  readonly ended: AliasEnd | null;
  readonly address: string;
  readonly blocked: boolean;
  readonly auto_replies: boolean;
  readonly disabled: boolean | null;
}

const statement = {
  name: 'present-routes',
  text: `
    select a.active and d.enabled as active, u.leaving_at is not null as leaving, ${isSuspended} as suspended, ${endedBy('$3')} as ended,
      d.state = 'lost' as lost, a.auto_replies,
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
  const { active, leaving, suspended, ended, lost, address, blocked, auto_replies: autoReplies } = first;
  const takes = rows.some((row) => row.takes_mail === true);
  const standing = standingOf({ active, takesMail: takes, ended, leaving, suspended, lost });
  const targets = rows.flatMap((row): PresentTarget[] => {
    const { target_id: targetId, kind, disabled } = row;
    if (targetId === null || kind === null) return [];
    return [{ targetId, kind, disabled: disabled === true, route: openRoute(keys, row) }];
  });
  return { standing, address, blocked, autoReplies, targets };
}
