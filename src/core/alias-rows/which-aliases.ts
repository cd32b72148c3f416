import { type Expression, type RawBuilder, sql, type Selectable } from 'kysely';
import { endedBy, timeSql } from '#core/alias-rows/alias-life.ts';
import { isGivable, isMakersRole } from '#core/alias-rows/role-names.ts';
import { forwardsToOne, isHeld, takesMail } from '#core/alias-rows/standing.ts';
import type { AliasesTable } from '#database/tables.ts';
import { splitAddress } from '#platform/addresses.ts';

/** Which aliases: all that is given must hold. In the place of a value stands what the statement around has, where it is SQL. */
export interface WhichAliases {
  readonly ids?: readonly string[];
  readonly id?: Expression<string | null>;
  /** Stands encrypted in bounce addresses; bigint as text. */
  readonly number?: string;
  readonly userId?: string | Expression<string | null>;
  readonly domainId?: string | Expression<string>;
  readonly domainIds?: readonly string[];
  readonly localPart?: string;
  readonly providerState?: Selectable<AliasesTable>['providerState'];
  /** A regular expression of PostgreSQL. */
  readonly nameLike?: string;
  /** With notes, or with such as a release before wrote, as they are. */
  readonly notes?: 'any' | 'unsealed';
  /** Their life is over at this time (ms). */
  readonly endedAt?: number;
  /** Its days in the bin are over at this time. */
  readonly binOver?: Date;
  /** Ids of targets, of which it has one. */
  readonly forwardsTo?: Expression<unknown>;
  /** `name@domain`, which several accounts may have had one after the other. */
  readonly address?: string;
  readonly domain?: string;
  /** Its domain is shared or proven, or is neither. */
  readonly domainHeld?: boolean;
  /** Its owner neither leaves nor is suspended. */
  readonly maySend?: true;
  readonly active?: boolean;
  /** One of its targets takes mail, or none does. */
  readonly takesMail?: boolean;
  /** It has a role's name on a domain of others, where that means this (`role-names`). */
  readonly role?: keyof typeof roles;
  /** A member of its domain, whose it is there. */
  readonly memberId?: string;
  /** Behind this name, as their octets go. */
  readonly nameAfter?: string;
  /** Mail came to it, or never did. */
  readonly everUsed?: boolean;
  /** Ids, of which its own is one: what else is known of aliases, read in the same statement. */
  readonly within?: Expression<unknown>;
  /** The hash of its id, as the journal of deletions has it. */
  readonly hashedId?: Expression<string>;
  /** Not deleted, in the bin, or both; or in the bin only where the domain takes mail for all names. Left out: not deleted. */
  readonly whereabouts?: keyof typeof places;
}

const places = {
  live: 'a.binned_at is null',
  binned: 'a.binned_at is not null',
  any: 'true',
  caught: `(a.binned_at is null or exists (select from domains cd where cd.id = a.domain_id and cd.catch_all = 'all'))`,
} as const;

const roles = { makers: isMakersRole('rd', 'a'), givable: isGivable('rd', 'a') } as const;

type Asked = Required<Omit<WhichAliases, 'whereabouts'>>;

/** SQL of `aliases a`, for each way to ask. */
const conditions: { readonly [Key in keyof Asked]: (value: Asked[Key]) => RawBuilder<unknown> } = {
  ids: (ids) => sql`a.id = any(${ids}::uuid[])`,
  id: (id) => sql`a.id = ${id}`,
  number: (number) => sql`a.number = ${number}`,
  userId: (userId) => sql`a.user_id = ${userId}`,
  domainId: (domainId) => sql`a.domain_id = ${domainId}`,
  domainIds: (domainIds) => sql`a.domain_id = any (${domainIds}::uuid[])`,
  localPart: (localPart) => sql`a.local_part = ${localPart}`,
  notes: (kind) =>
    sql.raw(kind === 'any' ? '(a.notes is not null or a.notes_sealed is not null)' : 'a.notes is not null'),
  endedAt: (now) => sql.raw(`${endedBy(timeSql(now))} is not null`),
  binOver: (now) => sql`a.bin_ends_at <= ${now}`,
  providerState: (state) => sql`a.provider_state = ${state}`,
  nameLike: (pattern) => sql`a.local_part ~ ${pattern}`,
  forwardsTo: (targets) => sql`a.id in (select l.alias_id from alias_targets l where l.target_id in (${targets}))`,
  domain: (name) => sql`a.domain_id in (select id from domains where name = ${name})`,
  domainHeld: (held) => sql.raw(`a.domain_id in (select d.id from domains d where ${isHeld} = ${held})`),
  maySend: () => sql.raw('a.user_id in (select id from users where leaving_at is null and suspended is null)'),
  active: (active) => sql`a.active = ${active}`,
  takesMail: (takes) => sql.raw(`${forwardsToOne(takesMail)} = ${takes}`),
  role: (role) => sql.raw(`exists (select from domains rd where rd.id = a.domain_id and ${roles[role]})`),
  memberId: (memberId) => sql`exists (
    select from domain_members m where m.id = ${memberId} and m.domain_id = a.domain_id and m.user_id = a.user_id)`,
  nameAfter: (name) => sql`a.local_part > ${name} collate "C"`,
  everUsed: (used) => sql`a.ever_used = ${used}`,
  within: (ids) => sql`a.id in (${ids})`,
  hashedId: (hash) => sql`hashed_id(a.id) = ${hash}`,
  address(address) {
    const { local, domain } = splitAddress(address);
    return sql`a.local_part = ${local} and a.domain_id in (select id from domains where name = ${domain})`;
  },
};

function conditionOf<Key extends keyof Asked>(which: Partial<Asked>, key: Key) {
  const value: Asked[Key] | undefined = which[key];
  return value === undefined ? [] : [conditions[key](value)];
}

/** SQL of `aliases a`. */
export function isOneOf({ whereabouts = 'live', ...asked }: WhichAliases) {
  const keys = Object.keys(asked) as (keyof Asked)[];
  const all = [sql.raw(places[whereabouts]), ...keys.flatMap((key) => conditionOf(asked, key))];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}
