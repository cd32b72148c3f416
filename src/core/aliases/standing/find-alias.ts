import { standingOf, type AliasStanding } from '#contract/alias-standing.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Database } from '#database/database.ts';
import { inBatches } from '#database/batch.ts';

/** A target of an alias that mail goes to, as the `alias_targets` row leads there. */
export interface AliasRoute {
  /** Of the `alias_targets` row; bigint as text. */
  readonly linkId: string;
  readonly targetId: string;
  readonly kind: 'email' | 'webhook';
  /** It refused mail lately. */
  readonly fails: boolean;
  /** The inbox's address or the webhook's URL, opened. */
  readonly target: string;
}

/** `routeColumns` of an alias; all null for one without targets. */
export interface RouteRow {
  readonly link_id: string | null;
  readonly target_id: string | null;
  readonly kind: AliasRoute['kind'] | null;
  readonly fails: boolean | null;
  readonly value_sealed: Buffer | null;
  readonly takes_mail: boolean | null;
}

/** SQL: whether the target `t` is confirmed and not switched off. The one place that says so. */
export const takesMail = '(t.confirmed_at is not null and t.disabled_at is null)';

/** SQL: what `openRoute` takes, of `alias_targets l` and `targets t`. */
export const routeColumns = `l.id as link_id, t.id as target_id, t.kind, t.failing_since is not null as fails,
  t.value_sealed, ${takesMail} as takes_mail`;

/** SQL: whether the operator has stopped all mail of the account `u`. */
export const isSuspended = `u.suspended is not distinct from 'all'`;

/** SQL: whether the owner of the alias `a` watches what becomes of its mail. */
const isTraced = `exists (select 1 from alias_traces w where w.alias_id = a.id and w.ends_at > now())`;

/** SQL: the first route of the alias `a`, by which bounces of what it sends come back; null where it has none. */
export const firstRoute = `(
  select l.id from alias_targets l join targets t on t.id = l.target_id
  where l.alias_id = a.id and ${takesMail} order by t.kind, l.position limit 1)`;

/** Opens the target of a row; null where no mail goes. */
export function openRoute(keys: KeyRing, row: RouteRow): AliasRoute | null {
  const { link_id: linkId, target_id: targetId, kind, fails, value_sealed: sealed, takes_mail: takes } = row;
  if (linkId === null || targetId === null || kind === null || sealed === null || takes !== true) return null;
  const target = keys.open(targetValueContext(targetId), sealed).toString();
  return { linkId, targetId, kind, fails: fails === true, target };
}

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
      /** Since when it takes no mail, where it takes none for now: it was made, or its account suspended. */
      readonly deafSince: Date;
      /** When the account was opened. */
      readonly ownerSince: Date;
      /** Mail came to this name before, or went out in it. */
      readonly everUsed: boolean;
      /** From and signed parts stay as they are. */
      readonly transparent: boolean;
      /** False: spool first, whatever the installation does. */
      readonly cutThrough: boolean;
      /** Its owner has blocked somebody. */
      readonly blocksContacts: boolean;
      /** Rules about senders are for it, its own or its account's. */
      readonly hasRules: boolean;
      /** How long its owner holds what would be refused; 0: not at all; null: was not asked yet. */
      readonly holdDays: number | null;
      /** Its owner watches what becomes of its mail. */
      readonly traced: boolean;
      /** Where its mail goes, in the owner's order; opened only where it is live. */
      readonly routes: readonly AliasRoute[];
    };

interface AliasRow extends RouteRow {
  readonly place: number;
  readonly id: string;
  readonly user_id: string;
  readonly owner_since: Date;
  readonly active: boolean;
  readonly leaving: boolean;
  readonly ever_used: boolean;
  readonly transparent: boolean;
  readonly cut_through: boolean;
  readonly deaf_since: Date;
  readonly suspended: boolean;
  readonly blocks_contacts: boolean;
  readonly has_rules: boolean;
  readonly hold_days: number | null;
  readonly traced: boolean;
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
      a.id, a.user_id, a.active, a.ever_used, a.transparent, a.cut_through,
      ${isSuspended} as suspended, case when ${isSuspended} then u.suspended_at else a.created_at end as deaf_since,
      u.leaving_at is not null as leaving, u.created_at as owner_since,
      exists (select 1 from contacts c where c.alias_id = a.id and c.blocked_at is not null) as blocks_contacts,
      exists (select 1 from sender_rules s where s.user_id = a.user_id and (s.alias_id is null or s.alias_id = a.id))
        as has_rules, u.hold_days, ${isTraced} as traced, r.*
    from unnest((select $1::text[]), (select $2::uuid[])) with ordinality as asked (local_part, domain_id, place)
    join aliases a on a.local_part = asked.local_part and a.domain_id = asked.domain_id and a.binned_at is null
    join users u on u.id = a.user_id
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
  return inBatches(async (names) => {
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
  const {
    id,
    user_id: userId,
    owner_since: ownerSince,
    active,
    leaving,
    suspended,
    transparent,
    deaf_since: deafSince,
  } = first;
  const standing = standingOf({ active, takesMail: first.takes_mail === true, leaving, suspended });
  const routes = standing === 'live' ? rows.flatMap((row) => openRoute(keys, row) ?? []) : [];
  const { cut_through: cutThrough, blocks_contacts: blocksContacts, ever_used: everUsed } = first;
  const { has_rules: hasRules, hold_days: holdDays, traced } = first;
  const switches = { everUsed, transparent, cutThrough, blocksContacts, hasRules, holdDays, traced };
  return { standing, id, userId, ownerSince, deafSince, ...switches, routes };
}
