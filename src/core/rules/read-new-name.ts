import { sql, type RawBuilder } from 'kysely';
import { aliasIds, aliasRows } from '#core/alias-rows/read-rows.ts';
import { roomNow } from '#core/aliases/alias-quota.ts';
import { isSuspended, takesMail } from '#core/alias-rows/standing.ts';
import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { staysGivenUp } from '#core/aliases/claim-role.ts';
import { givenUpBy, type Tombstone } from '#core/aliases/tombstones.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { StoredRule } from '#core/rules/rule-book.ts';
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
  /** Since when it takes no mail, where it takes none for now: its account is suspended, or its inboxes and domain are as they are. */
  readonly rejectingSince: Date;
  /** An alias has the name. */
  readonly taken: 'live' | 'binned' | null;
  /** It was an alias, and may not be one again by mail for it. */
  readonly givenUp: boolean;
  /** How many more aliases its owner has room for; null: as many as they like. */
  readonly room: number | null;
  /** The domain may make another one within the hour. */
  readonly mayMake: boolean;
  /** The rules of the domain in their order, where those that hold now are not the ones that are known; else null. */
  readonly newRules: readonly StoredRule[] | null;
  /**
   * Where the alias would forward to that a rule makes, or none: as its rule says, else as its domain does, else as its owner's aliases do
   * that name nothing. Only what takes mail: none where all of it still has to agree.
   */
  targetsOf(ruleId: string | null): readonly { readonly id: string }[];
}

/** What this process knows of the rules: their revision, and the one of them that takes the name. */
export interface KnownRules {
  readonly revision: number | null;
  readonly ruleId: string | null;
}

/** What a row is about, in the order of rows. */
const sources = { rule: 0, targetOfRule: 1, targetOfDomain: 2, targetOfAccount: 3 } as const;

interface FactRow extends Omit<NameFacts, 'newRules' | 'targetsOf' | 'taken' | 'givenUp'> {
  readonly taken: NameFacts['taken'] | 'others_bin';
  readonly giver: Tombstone['ownerHash'] | null;
  readonly emailSealed: Buffer | null;
  readonly defaultTargetId: string | null;
  readonly source: number | null;
  readonly ruleId: string | null;
  readonly sealed: Buffer | null;
  readonly targetId: string | null;
}

interface TargetRow extends FactRow, Omit<DefaultChoice, 'id' | 'valueHash'> {
  readonly id: string;
  readonly createdAt: Date;
  readonly valueHash: Buffer;
  readonly takes: boolean;
}

function isTarget(row: FactRow | TargetRow): row is TargetRow {
  return row.targetId !== null;
}

/** The first that has any says where: not all of them may take mail. */
function chooseTargets({ keys }: FactsContext, rows: readonly TargetRow[], ruleId: string | null) {
  const { targetOfRule, targetOfDomain } = sources;
  const ofRule = rows.filter((row) => row.source === targetOfRule && row.ruleId === ruleId);
  const named = ofRule.length > 0 ? ofRule : rows.filter(({ source }) => source === targetOfDomain);
  if (named.length > 0) return named.filter(({ takes }) => takes);
  const ofAccount = rows.filter(({ source }) => source === sources.targetOfAccount);
  const [first] = ofAccount;
  if (first === undefined) return [];
  const usual = chooseDefault(ofAccount, ownTargetHash(keys, { id: first.userId, emailSealed: first.emailSealed }));
  return usual?.takes === true ? [usual] : [];
}

/** An inbox that has not agreed yet may still do so; one that was switched off may come back. */
function rejectingSinceOf({ createdAt, confirmedAt, disabledAt }: TargetRow): Date[] {
  if (disabledAt !== null) return [disabledAt];
  return confirmedAt === null ? [createdAt] : [];
}

function latest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

/**
 * One statement, so that guesses cost little, and the rules come with it where they are not known: those of all domains have no room in
 * memory. Null unless the domain is proven and its owner there. @throws Error when the database does not answer.
 */
export async function readNewName(context: FactsContext, name: NewName, known: KnownRules): Promise<NameFacts | null> {
  const { database } = context;
  const { sql: text, parameters } = questionOf(context, name, known).compile(database.db);
  // Its text never changes, so that it is planned once: that takes longer than the answer.
  const values = [...parameters];
  const { rows } = await database.pool.query<FactRow | TargetRow>({ name: 'read-new-name', text, values });
  const [first] = rows;
  if (first === undefined) return null;
  const targets = rows.filter(isTarget).map((row) => ({ ...row, id: row.targetId ?? '' }));
  const rules = rows.flatMap(({ source, ruleId: id, sealed }) =>
    source === sources.rule && id !== null && sealed !== null ? [{ id, sealed }] : [],
  );
  const { taken, giver, ...facts } = first;
  const [localPart, domainName] = [name.local, name.domain.name];
  // Of a role, what lies in somebody else's bin keeps nothing from the owner.
  const inOthersBin = roleMailboxes.has(localPart) ? null : 'binned';
  return {
    ...facts,
    taken: taken === 'others_bin' ? inOthersBin : taken,
    givenUp: staysGivenUp(context.keys, { userId: first.userId, domainName, localPart }, giver),
    rejectingSince: first.suspended
      ? first.rejectingSince
      : latest([first.rejectingSince, ...targets.flatMap(rejectingSinceOf)]),
    newRules: first.revision === known.revision ? null : rules,
    targetsOf: (ruleId) => chooseTargets(context, targets, ruleId),
  };
}

function questionOf(
  { database: { db }, keys, limiter, settings }: FactsContext,
  { local, domain }: NewName,
  { revision, ruleId }: KnownRules,
): RawBuilder<FactRow> {
  const given = { address: `${local}@${domain.name}`, ofDomain: domain.id };
  const isKnown = sql`d.rules_revision is not distinct from ${revision}::integer`;
  const which = { localPart: local, domainId: sql.ref<string>('d.id'), whereabouts: 'any' } as const;
  const names = sql<number>`(select count(*) from ${aliasIds({ userId: sql.ref('u.id'), whereabouts: 'any' })} n)::int`;
  const linked = sql`
    select l.rule_id, l.target_id, l.position, ${sql.lit(sources.targetOfRule)} as source
    from domain_rule_targets l where l.rule_id = ${ruleId}::uuid and ${isKnown}
    union all
    select l.rule_id, l.target_id, l.position, ${sql.lit(sources.targetOfRule)}
    from domain_rules r join domain_rule_targets l on l.rule_id = r.id where r.domain_id = d.id and not ${isKnown}
    union all
    select null, target_id, position, ${sql.lit(sources.targetOfDomain)} from domain_targets where domain_id = d.id
    union all
    select null, o.id, 0, ${sql.lit(sources.targetOfAccount)} from targets o where o.user_id = u.id
      and not exists (select from domain_targets where domain_id = d.id)`;
  return sql<FactRow>`
    select d.catch_all as "catchAll", d.rules_revision as revision, u.id as "userId", u.email_sealed as "emailSealed",
      u.default_target_id as "defaultTargetId", ${sql.raw(isSuspended.receiving)} as suspended,
      case when ${sql.raw(isSuspended.receiving)} then u.suspended_at else coalesce(d.changed_at, d.created_at) end as "rejectingSince", f.*,
      t.source, t.rule_id as "ruleId", t.sealed, t.id as "targetId", t.value_hash as "valueHash",
      t.created_at as "createdAt", t.confirmed_at as "confirmedAt", t.disabled_at as "disabledAt", t.takes, t.stopped
    from domains d join users u on u.id = d.owner_id
    cross join lateral (
      select (select case when a.binned_at is null then 'live' when a.user_id = u.id then 'binned' else 'others_bin' end
          from ${aliasRows(which, ['binnedAt', 'userId'])} a) as taken,
        ${givenUpBy(keys, given)} as giver, ${roomNow(db, { settings }, names)} as room,
        ${limiter.mayUse('newNamesPerDomain', { text: domain.id })} as "mayMake"
      offset 0) f
    left join lateral (
      select ${sql.lit(sources.rule)} as source, r.id as rule_id, r.sealed, r.position, null::uuid as id,
        null::bytea as value_hash, null::timestamptz as confirmed_at, null::timestamptz as disabled_at,
        null::timestamptz as created_at, false as takes, false as stopped
      from domain_rules r where r.domain_id = d.id and not ${isKnown}
      union all
      select l.source, l.rule_id, null, l.position, t.id, t.value_hash, t.confirmed_at, t.disabled_at, t.created_at,
        ${sql.raw(takesMail)}, s.address_hash is not null
      from (${linked}) l
      join targets t on t.id = l.target_id
      left join stopped_addresses s on s.address_hash = t.value_hash) t on true
    where d.id = ${domain.id}::uuid and d.kind <> 'shared' and d.state in ('verified', 'failing')
      and u.leaving_at is null and u.waiting_since is null
    order by t.source, t.position, t.created_at, t.id`;
}
