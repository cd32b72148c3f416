import { defaultLanguage, isLanguage, type Language } from '#contract/account/languages.ts';
import type { SenderFormat } from '#contract/account/formats.ts';
import type { AliasStanding } from '#contract/alias-standing.ts';
import { isUseNoted } from '#core/alias-rows/alias-life.ts';
import { isSuspended, readStanding, standingColumns, takesMail, type StandingRow } from '#core/alias-rows/standing.ts';
import { isOthersRole } from '#core/alias-rows/role-names.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { openTargetKey, type TargetKey } from '#core/targets/target-key.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Database } from '#database/database.ts';
import type { CatchAll } from '#database/domains/domain-tables.ts';
import { inBatches } from '#database/batch.ts';
import type { Clock } from '#platform/clock.ts';
import type { UnsubscribeWish } from '#contract/aliases/unsubscribe.ts';

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
  /** By which its mail is encrypted; null: by none. */
  readonly key: TargetKey | null;
}

/** `routeColumns` of an alias; all null for one without targets. */
export interface RouteRow {
  readonly link_id: string | null;
  readonly target_id: string | null;
  readonly kind: AliasRoute['kind'] | null;
  readonly fails: boolean | null;
  readonly value_sealed: Buffer | null;
  readonly encryption_key_sealed: Buffer | null;
  readonly takes_mail: boolean | null;
}

/** SQL: what `decryptRoute` takes, of `aliases a`, `alias_targets l` and `targets t`: no key where its owner wants mail in clear. */
export const routeColumns = `l.id as link_id, t.id as target_id, t.kind, t.failing_since is not null as fails,
  t.value_sealed, case when not a.in_clear then t.encryption_key_sealed end as encryption_key_sealed,
  ${takesMail} as takes_mail`;

/** SQL: whether the owner of the alias `a` watches what becomes of its mail. */
const isTraced = `exists (
  select 1 from secret_links w where w.kind = 'trace' and w.alias_id = a.id and w.expires_at > now())`;

/** SQL: the first route of the alias `a`, by which bounces of what it sends come back; null where it has none. */
export const firstRoute = `(
  select l.id from alias_targets l join targets t on t.id = l.target_id
  where l.alias_id = a.id and ${takesMail} order by t.kind, l.position limit 1)`;

/** Opens the target of a row; null where no mail goes. */
export function decryptRoute(keys: KeyRing, row: RouteRow): AliasRoute | null {
  const { link_id: linkId, target_id: targetId, kind, fails, value_sealed: sealed, takes_mail: takes } = row;
  if (linkId === null || targetId === null || kind === null || sealed === null || takes !== true) return null;
  const target = keys.open(targetValueContext(targetId), sealed).toString();
  const key = openTargetKey(keys, targetId, row.encryption_key_sealed);
  return { linkId, targetId, kind, fails: fails === true, target, key };
}

/** In lower case, with the id of a shared domain or the name of another one. */
export type AliasName =
  | { readonly local: string; readonly domainId: string; readonly domainName?: never }
  | { readonly local: string; readonly domainName: string; readonly domainId?: never };

/** A domain of an account, as it stands for mail that comes in now. */
export interface FoundDomain {
  readonly id: string;
  /** An account's own, or below a shared one. */
  readonly kind: 'own' | 'sub';
  /** Whose it is; null: nobody's any more. */
  readonly ownerId: string | null;
  readonly state: 'verified' | 'failing' | 'lost';
  /** When it came to be proven, or lost. */
  readonly since: Date;
  /** What mail to a name that is no alias does: nothing where the domain is off. */
  readonly catchAll: CatchAll;
}

/** An alias as it stands for mail that comes in now. */
export type FoundAlias =
  /** Asked for by the name of a domain that nobody has proven here. */
  | { readonly standing: 'foreign' }
  | { readonly standing: 'unknown'; readonly domain: FoundDomain | null }
  | {
      readonly standing: AliasStanding;
      /** Null: a shared one. */
      readonly domain: FoundDomain | null;
      readonly id: string;
      readonly userId: string;
      /** Its name is for those who have the domain, and nobody of them gave it that: see `isOthersRole`. */
      readonly othersRole: boolean;
      /** Since when it takes no mail, where it takes none for now: it was made, or its account suspended. */
      readonly rejectingSince: Date;
      /** When the account was opened. */
      readonly ownerSince: Date;
      /** There is nothing new to note of its use (`createNoteUse`). */
      readonly useNoted: boolean;
      /** It takes a number of messages and no more: each is counted (`createMessageCaps`). */
      readonly capped: boolean;
      /** Its owner has the mail of each day counted. */
      readonly counted: boolean;
      /** How its owner wants whoever writes to be shown. */
      readonly senderFormat: SenderFormat;
      /** What its owner reads. */
      readonly language: Language;
      /** From and signed parts stay as they are. */
      readonly transparent: boolean;
      /** What follows its readers is taken out. */
      readonly removeTrackers: boolean;
      /** Automatic replies of its owner go out. */
      readonly autoReplies: boolean;
      /** What the unsubscribe button of its mail does. */
      readonly unsubscribe: UnsubscribeWish;
      /** False: spool first, whatever the installation does. */
      readonly cutThrough: boolean;
      /** Its owner has blocked somebody. */
      readonly blocksContacts: boolean;
      /** Who is known to write to it (`note-senders`). */
      readonly expectedSenders: Buffer | null;
      /** Somebody else wrote to it, and its owner is told. */
      readonly isTold: boolean;
      /** Rules about senders are for it, its own or its account's. */
      readonly hasRules: boolean;
      /** How long its owner holds what would be refused; 0: not at all; null: was not asked yet. */
      readonly holdDays: number | null;
      /** Its owner watches what becomes of its mail. */
      readonly traced: boolean;
      /** Where its mail goes, in the owner's order; opened only where it is live. */
      readonly routes: readonly AliasRoute[];
    };

interface DomainRow {
  readonly place: number;
  readonly domain_id: string | null;
  readonly domain_kind: FoundDomain['kind'];
  readonly domain_owner_id: string | null;
  readonly domain_state: FoundDomain['state'];
  readonly domain_since: Date;
  readonly catch_all: CatchAll;
  readonly domain_active: boolean | null;
}

interface AliasRow extends RouteRow, DomainRow, StandingRow {
  readonly id: string;
  readonly user_id: string;
  readonly owner_since: Date;
  readonly use_noted: boolean;
  readonly capped: boolean;
  readonly counted: boolean;
  readonly sender_format: SenderFormat;
  readonly language: string | null;
  readonly transparent: boolean;
  readonly remove_trackers: boolean;
  readonly auto_replies: boolean;
  readonly unsubscribe: UnsubscribeWish;
  readonly cut_through: boolean;
  readonly deaf_since: Date;
  readonly others_role: boolean;
  readonly blocks_contacts: boolean;
  readonly expected_senders: Buffer | null;
  readonly is_told: boolean;
  readonly has_rules: boolean;
  readonly hold_days: number | null;
  readonly traced: boolean;
}

/**
 * The one question of the hot path: aliases with the targets that take mail, one row each, and the domain where that was
 * asked for by its name: the one proven now, else the one lost last. The arrays come through sub-selects so that no plan depends on their lengths: PostgreSQL would plan each single question anew, which takes
 * three times as long as answering it. The alias comes through one with a limit, so that its index is asked for name and domain
 * together: by the name alone, which is what a plan for names that hardly repeat does, each `info` of all domains would be read.
 */
const statement = {
  name: 'find-aliases',
  text: `
    select asked.place::int as place,
      d.id as domain_id, d.kind as domain_kind, d.owner_id as domain_owner_id, d.state as domain_state, d.changed_at as domain_since, d.catch_all, d.enabled as domain_active,
      a.id, a.user_id, ${standingColumns('$4', 'receiving')}, a.transparent, a.remove_trackers, a.auto_replies, a.unsubscribe, a.cut_through, ${isUseNoted('$4')} as use_noted,
      a.messages_left is not null as capped, u.count_mail as counted, u.sender_format, u.language,
      case when ${isSuspended.receiving} then u.suspended_at else a.created_at end as deaf_since, u.created_at as owner_since,
      coalesce(${isOthersRole('d', 'a')}, false) as others_role,
      a.expected_senders, a.other_sender_on is not null as is_told,
      exists (select 1 from contacts c where c.alias_id = a.id and c.blocked_at is not null) as blocks_contacts,
      exists (select 1 from sender_rules s where s.user_id = a.user_id and (s.alias_id is null or s.alias_id = a.id))
        as has_rules, u.hold_days, ${isTraced} as traced, r.*
    from unnest((select $1::text[]), (select $2::uuid[]), (select $3::text[]))
      with ordinality as asked (local_part, domain_id, domain_name, place)
    left join lateral (
      select o.id, o.kind, o.owner_id, o.state, o.changed_at, o.catch_all, o.enabled from domains o
      where o.name = asked.domain_name and o.kind <> 'shared' and o.state <> 'unverified'
      order by o.state = 'lost', o.changed_at desc limit 1) d on true
    left join lateral (
      select * from aliases n
      where n.local_part = asked.local_part and n.domain_id = coalesce(asked.domain_id, d.id) and n.binned_at is null
      limit 1) a on true
    left join users u on u.id = a.user_id
    left join lateral (
      select ${routeColumns}, l.position from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and ${takesMail}) r on true
    where a.id is not null or d.id is not null
    order by asked.place, r.position`,
};

const limits = { together: 200, patienceMs: 250 };

/** How an alias stands for mail that comes in. @throws Error when the database does not answer. */
export type FindAlias = (name: AliasName) => Promise<FoundAlias>;

/** Aliases that are asked for at about the same time are found by one query (batch). */
export function createFindAlias({ pool }: Database, keys: KeyRing, clock: Clock): FindAlias {
  return inBatches(async (names) => {
    const found: FoundRow[][] = names.map(() => []);
    const values = [
      names.map(({ local }) => local),
      names.map(({ domainId = null }) => domainId),
      names.map(({ domainName = null }) => domainName),
      new Date(clock.now()),
    ];
    const { rows } = await pool.query<FoundRow>({ ...statement, values });
    for (const row of rows) found[row.place - 1]?.push(row);
    return names.map(({ domainName }, place) => {
      const [first, ...more] = found[place] ?? [];
      if (first === undefined)
        return domainName === undefined ? { standing: 'unknown', domain: null } : { standing: 'foreign' };
      return first.id === null
        ? { standing: 'unknown', domain: describeDomain(first) }
        : describeAlias(keys, [first, ...more.filter(isAliasRow)]);
    });
  }, limits);
}

type FoundRow = AliasRow | (DomainRow & { readonly id: null });

function isAliasRow(row: FoundRow): row is AliasRow {
  return row.id !== null;
}

function describeDomain(row: DomainRow): FoundDomain | null {
  const { domain_id: id, domain_kind: kind, domain_owner_id: ownerId, domain_state: state, domain_since: since } = row;
  const catchAll = row.domain_active === false ? 'off' : row.catch_all;
  return id === null ? null : { id, kind, ownerId, state, since, catchAll };
}

function describeAlias(keys: KeyRing, rows: readonly [AliasRow, ...AliasRow[]]): FoundAlias {
  const [first] = rows;
  const { id, transparent, capped, counted } = first;
  const domain = describeDomain(first);
  const standing = readStanding(first, first.takes_mail === true);
  return {
    standing,
    domain,
    id,
    userId: first.user_id,
    othersRole: first.others_role,
    ownerSince: first.owner_since,
    rejectingSince: first.deaf_since,
    useNoted: first.use_noted,
    capped,
    counted,
    senderFormat: first.sender_format,
    language: isLanguage(first.language) ? first.language : defaultLanguage,
    transparent,
    removeTrackers: first.remove_trackers,
    autoReplies: first.auto_replies,
    unsubscribe: first.unsubscribe,
    cutThrough: first.cut_through,
    blocksContacts: first.blocks_contacts,
    expectedSenders: first.expected_senders,
    isTold: first.is_told,
    hasRules: first.has_rules,
    holdDays: first.hold_days,
    traced: first.traced,
    routes: standing === 'live' ? rows.flatMap((row) => decryptRoute(keys, row) ?? []) : [],
  };
}
