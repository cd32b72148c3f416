import { standingOf, type AliasStanding } from '#contract/alias-standing.ts';
import {
  openRoute,
  routeColumns,
  takesMail,
  type AliasRoute,
  type RouteRow,
} from '#core/aliases/standing/alias-route.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import { inGroups } from '#database/in-groups.ts';

export interface AliasName {
  /** In lower case. */
  readonly local: string;
  readonly domainId: string;
}

/** An alias as it stands for mail that comes in now. */
export type FoundAlias =
  | { readonly standing: 'unknown' }
  | {
      readonly standing: AliasStanding;
      readonly id: string;
      readonly userId: string;
      readonly createdAt: Date;
      /** From and signed parts stay as they are. */
      readonly transparent: boolean;
      /** False: spool first, whatever the installation does. */
      readonly cutThrough: boolean;
      /** Its owner has blocked somebody. */
      readonly blocksContacts: boolean;
      /** Where its mail goes, in the owner's order; opened only where it is live. */
      readonly routes: readonly AliasRoute[];
    };

interface AliasRow extends RouteRow {
  readonly place: number;
  readonly id: string;
  readonly user_id: string;
  readonly active: boolean;
  readonly transparent: boolean;
  readonly cut_through: boolean;
  readonly created_at: Date;
  readonly blocks_contacts: boolean;
}

/**
 * The one question of the hot path: aliases with the targets that take mail, one row each. The arrays come through
 * sub-selects so that no plan depends on their lengths: PostgreSQL would plan each single question anew, which takes
 * three times as long as answering it.
 */
const statement = {
  name: 'find-aliases',
  text: `
    select asked.place::int as place,
      a.id, a.user_id, a.active, a.transparent, a.cut_through, a.created_at,
      exists (select 1 from contacts c where c.alias_id = a.id and c.blocked_at is not null) as blocks_contacts, r.*
    from unnest((select $1::text[]), (select $2::uuid[])) with ordinality as asked (local_part, domain_id, place)
    join aliases a on a.local_part = asked.local_part and a.domain_id = asked.domain_id
    left join lateral (
      select ${routeColumns}, l.position from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and ${takesMail}) r on true
    order by asked.place, r.position`,
};

const limits = { together: 200, patienceMs: 250 };

/** How an alias stands for mail that comes in. @throws Error when the database does not answer. */
export type FindAlias = (name: AliasName) => Promise<FoundAlias>;

/** Aliases that are asked for at about the same time are found by one query (batch). */
export function createFindAlias({ pool }: Database, keys: KeyRing): FindAlias {
  return inGroups(async (names) => {
    const found: AliasRow[][] = names.map(() => []);
    const values = [names.map(({ local }) => local), names.map(({ domainId }) => domainId)];
    const { rows } = await pool.query<AliasRow>({ ...statement, values });
    for (const row of rows) found[row.place - 1]?.push(row);
    return found.map((own) => describeAlias(keys, own));
  }, limits);
}

function describeAlias(keys: KeyRing, rows: readonly AliasRow[]): FoundAlias {
  const [first] = rows;
  if (first === undefined) return { standing: 'unknown' };
  const { id, user_id: userId, active, transparent, cut_through: cutThrough, created_at: createdAt } = first;
  const standing = standingOf({ active, takesMail: first.takes_mail === true });
  const routes = standing === 'live' ? rows.flatMap((row) => openRoute(keys, row) ?? []) : [];
  return { standing, id, userId, createdAt, transparent, cutThrough, blocksContacts: first.blocks_contacts, routes };
}
