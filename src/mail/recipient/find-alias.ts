import type { Database } from '#database/database.ts';
import { inGroups } from '#database/in-groups.ts';
import type { AliasRoute } from '#mail/recipient/recipient.ts';

/** An alias with one of its confirmed targets. */
export interface AliasRow {
  readonly id: string;
  readonly user_id: string;
  readonly active: boolean;
  readonly transparent: boolean;
  readonly cut_through: boolean;
  readonly created_at: Date;
  readonly blocks_contacts: boolean;
  /** The rest is null for an alias without a confirmed target. */
  readonly link_id: string | null;
  readonly target_id: string | null;
  readonly kind: AliasRoute['kind'] | null;
  readonly fails: boolean | null;
  readonly value_sealed: Buffer | null;
}

export interface AliasName {
  /** In lower case. */
  readonly local: string;
  readonly domainId: string;
}

/**
 * The one question of the hot path: aliases with their confirmed targets. A disabled webhook gets nothing. The arrays come
 * through sub-selects so that no plan depends on their lengths: PostgreSQL would plan each single question anew, which
 * takes three times as long as answering it.
 */
const statement = {
  name: 'find-aliases',
  text: `
    select asked.place::int as place,
      a.id, a.user_id, a.active, a.transparent, a.cut_through, a.created_at,
      exists (select 1 from contacts c where c.alias_id = a.id and c.blocked_at is not null) as blocks_contacts,
      t.link_id, t.target_id, t.kind, t.fails, t.value_sealed
    from unnest((select $1::text[]), (select $2::uuid[])) with ordinality as asked (local_part, domain_id, place)
    join aliases a on a.local_part = asked.local_part and a.domain_id = asked.domain_id
    left join lateral (
      select l.id as link_id, l.position, t.id as target_id, t.kind, t.failing_since is not null as fails,
        t.value_sealed
      from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and t.confirmed_at is not null and t.disabled_at is null) t on true
    order by asked.place, t.position`,
};

const limits = { together: 200, patienceMs: 250 };

/** The rows of an alias, one for each confirmed target in their order; none when there is no such alias. */
export type FindAlias = (name: AliasName) => Promise<readonly AliasRow[]>;

/** Aliases that are asked for at about the same time are found by one query. @throws when the database does not answer */
export function createFindAlias({ pool }: Database): FindAlias {
  return inGroups(async (names) => {
    const found: AliasRow[][] = names.map(() => []);
    const values = [names.map(({ local }) => local), names.map(({ domainId }) => domainId)];
    const { rows } = await pool.query<AliasRow & { readonly place: number }>({ ...statement, values });
    for (const row of rows) found[row.place - 1]?.push(row);
    return found;
  }, limits);
}
