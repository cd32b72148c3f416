import { sql, type RawBuilder } from 'kysely';
import { roomNow } from '#core/aliases/alias-quota.ts';
import { isSuspended, takesMail } from '#core/aliases/standing/find-alias.ts';
import { isGivenUp } from '#core/aliases/tombstones.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { chooseDefault, type DefaultChoice } from '#core/targets/default-target.ts';
import { ownTargetHash } from '#core/targets/owner-inbox.ts';
import type { TargetSettings } from '#core/targets/target-context.ts';
import type { CatchAll } from '#database/domains/domain-tables.ts';

/** A name that is no alias, on a domain of an account. */
export interface NewName {
  /** Local part, in lower case. */
  readonly local: string;
  readonly domain: { readonly id: string; readonly name: string };
}

export interface FactsContext extends Pick<CoreContext, 'database' | 'keys'> {
  readonly limiter: Pick<RateLimiter, 'mayUse'>;
  readonly settings: Pick<TargetSettings, 'quotas' | 'targetConfirmation'>;
}

/** All that the answer to a name hangs on which is no alias, but for what its rule says. */
export interface NameFacts {
  readonly catchAll: CatchAll;
  /** Of the rules that hold now. */
  readonly revision: number;
  readonly userId: string;
  readonly suspended: boolean;
  /** An alias has the name. */
  readonly taken: 'live' | 'binned' | null;
  /** It was an alias. */
  readonly givenUp: boolean;
  /** How many more aliases its owner has room for; null: as many as they like. */
  readonly room: number | null;
  /** The domain may make another one within the hour. */
  readonly mayMake: boolean;
  /**
   * Where the alias would forward to: as its rule says, else as its domain does, else as its owner's aliases do that name nothing. Only
   * what takes mail: none where all of it still has to agree.
   */
  readonly targets: readonly { readonly id: string }[];
}

/** Of a target of the account, where neither rule nor domain has any. */
const ofAccount = 3;

interface FactRow extends Omit<NameFacts, 'targets'>, Omit<DefaultChoice, 'id' | 'valueHash'> {
  readonly emailSealed: Buffer | null;
  readonly targetId: string | null;
  readonly valueHash: Buffer;
  /** Of the rule (1), of the domain (2), or `ofAccount`. */
  readonly source: number | null;
  readonly takes: boolean;
}

/**
 * One statement, so that guesses cost little; null unless the domain is proven and its owner there. `ruleId`: the rule that takes
 * the name, by what is known of the rules. @throws Error when the database does not answer.
 */
export async function readNewName(
  context: FactsContext,
  name: NewName,
  ruleId: string | null,
): Promise<NameFacts | null> {
  const { database, keys } = context;
  const { sql: text, parameters } = questionOf(context, name, ruleId).compile(database.db);
  // Its text never changes, so that it is planned once: that takes longer than the answer.
  const { rows } = await database.pool.query<FactRow>({ name: 'read-new-name', text, values: [...parameters] });
  const [first] = rows;
  if (first === undefined) return null;
  const linked = rows.flatMap(({ targetId: id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  if (first.source !== ofAccount) {
    return { ...first, targets: linked.filter(({ source, takes }) => source === first.source && takes) };
  }
  const ownHash = ownTargetHash(keys, { id: first.userId, emailSealed: first.emailSealed });
  const usual = chooseDefault(linked, ownHash);
  return { ...first, targets: usual?.takes === true ? [usual] : [] };
}

function questionOf(
  { database: { db }, keys, limiter, settings }: FactsContext,
  { local, domain }: NewName,
  ruleId: string | null,
): RawBuilder<FactRow> {
  const given = { address: `${local}@${domain.name}`, ofDomain: domain.id };
  return sql<FactRow>`
    select d.catch_all as "catchAll", d.rules_revision as revision, u.id as "userId", u.email_sealed as "emailSealed",
      u.default_target_id as "defaultTargetId", ${sql.raw(isSuspended)} as suspended,
      (select case when a.binned_at is null then 'live' else 'binned' end from aliases a
        where a.local_part = ${local} and a.domain_id = d.id) as taken,
      ${isGivenUp(keys, given)} as "givenUp", ${roomNow(db, { settings })} as room,
      ${limiter.mayUse('newNamesPerDomain', { text: domain.id })} as "mayMake",
      t.source, t.id as "targetId", t.value_hash as "valueHash", t.confirmed_at as "confirmedAt",
      t.disabled_at as "disabledAt", t.takes, t.stopped
    from domains d join users u on u.id = d.owner_id
    left join lateral (
      select l.source, l.position, t.id, t.value_hash, t.confirmed_at, t.disabled_at, t.created_at,
        ${sql.raw(takesMail)} as takes, s.address_hash is not null as stopped
      from (
        select target_id, position, 1 as source from domain_rule_targets where rule_id = ${ruleId}::uuid
        union all
        select target_id, position, 2 from domain_targets where domain_id = d.id
        union all
        select o.id, 0, ${sql.lit(ofAccount)} from targets o where o.user_id = u.id
          and not exists (select from domain_rule_targets where rule_id = ${ruleId}::uuid)
          and not exists (select from domain_targets where domain_id = d.id)) l
      join targets t on t.id = l.target_id
      left join stopped_addresses s on s.address_hash = t.value_hash) t on true
    where d.id = ${domain.id}::uuid and d.kind <> 'shared' and d.state in ('verified', 'failing')
      and u.leaving_at is null and u.waiting_since is null
    order by t.source, t.position, t.created_at, t.id`;
}
