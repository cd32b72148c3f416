import { sql } from 'kysely';
import { findAliasRoom, readAliasRoom } from '#core/aliases/alias-quota.ts';
import { linkTargets } from '#core/aliases/alias-targets.ts';
import { insertAliasRow } from '#core/aliases/place-alias.ts';
import { isSuspended, takesMail } from '#core/aliases/standing/find-alias.ts';
import { hasTombstone } from '#core/aliases/tombstones.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { OpenedRule, RuleBook } from '#core/rules/rule-book.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import type { TargetContext, TargetSettings } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

/** What it takes to make aliases by the mail that comes for them. */
export interface NewNameContext extends Omit<CoreContext, 'log'>, Pick<TargetContext, 'provider'> {
  readonly limiter: Pick<RateLimiter, 'hasLeft' | 'reserve' | 'giveBack'>;
  readonly rules: RuleBook;
  readonly settings: Pick<TargetSettings, 'quotas' | 'targetConfirmation'>;
}

/** A name that is no alias, on a domain of an account. */
export interface NewName {
  /** Local part, in lower case. */
  readonly local: string;
  readonly domain: { readonly id: string; readonly name: string };
}

function addressOf({ local, domain }: NewName) {
  return { address: `${local}@${domain.name}`, ofDomain: domain.id };
}

/** What mail to a name that is no alias does. `later`: its sender may come again. `made`: it is one since a moment ago. */
type NewNameStanding =
  | { readonly standing: 'unknown' | 'later' | 'made' }
  | { readonly standing: 'new'; readonly userId: string; readonly targets: readonly { readonly id: string }[] };

interface DomainRow {
  readonly catchAll: 'off' | 'all' | 'rules';
  readonly revision: number;
  readonly userId: string;
  readonly suspended: boolean;
  /** An alias has the name. */
  readonly taken: 'live' | 'binned' | null;
}

/** The domain while it is proven and its owner there, and whether an alias has the name: one in the bin, or made meanwhile. */
async function readDomain(db: Db, { local, domain }: NewName): Promise<DomainRow | null> {
  const { rows } = await sql<DomainRow>`
    select d.catch_all, d.rules_revision as revision, u.id as user_id, ${sql.raw(isSuspended)} as suspended,
      (select case when a.binned_at is null then 'live' else 'binned' end from aliases a
        where a.local_part = ${local} and a.domain_id = d.id) as taken
    from domains d join users u on u.id = d.owner_id
    where d.id = ${domain.id} and d.kind <> 'shared' and d.state in ('verified', 'failing')
      and u.leaving_at is null and u.waiting_since is null`.execute(db);
  return rows[0] ?? null;
}

/**
 * Where a new alias would forward to: as its rule says, else as its domain does, else as its owner's aliases do that name
 * nothing. Only what takes mail: none where all of it still has to agree.
 */
async function findTargets(
  context: NewNameContext,
  { domainId, ruleId, userId }: { readonly domainId: string; readonly ruleId: string | null; readonly userId: string },
): Promise<readonly { readonly id: string }[]> {
  const { rows } = await sql<{ id: string; ofRule: boolean; takes: boolean }>`
    select t.id, l.of_rule, ${sql.raw(takesMail)} as takes from (
      select target_id, position, true as of_rule from domain_rule_targets where rule_id = ${ruleId}::uuid
      union all
      select target_id, position, false from domain_targets where domain_id = ${domainId}) as l
    join targets t on t.id = l.target_id order by l.of_rule desc, l.position`.execute(context.database.db);
  const [first] = rows;
  if (first !== undefined) return rows.filter(({ ofRule, takes }) => ofRule === first.ofRule && takes);
  const usual = await findDefaultTarget(context, userId);
  return usual?.state === 'confirmed' ? [usual] : [];
}

/** Catch-all of all names asks the rules, too: it makes what none of them takes. */
function isWanted({ catchAll }: DomainRow, rule: OpenedRule | null): boolean {
  if (catchAll === 'off') return false;
  return rule === null ? catchAll === 'all' : rule.action === 'make';
}

/**
 * How a name stands that is no alias: by catch-all and the rules of its domain, and only if it never was one. Writes
 * nothing, so that guesses leave no trace. @throws Error when the database does not answer.
 */
export async function findNewName(context: NewNameContext, name: NewName): Promise<NewNameStanding> {
  const { database, keys, limiter, rules } = context;
  const { local, domain } = name;
  const unknown = { standing: 'unknown' } as const;
  const row = await readDomain(database.db, name);
  if (row === null || row.taken === 'binned') return unknown;
  if (row.taken === 'live') return { standing: 'made' };
  const rule = await rules.find({ id: domain.id, revision: row.revision }, local);
  if (!isWanted(row, rule)) return unknown;
  if (await hasTombstone(database.db, keys, addressOf(name))) return unknown;
  const { left } = await readAliasRoom(database.db, context, row.userId);
  if (left < 1) return unknown;
  const { userId } = row;
  const targets = await findTargets(context, { domainId: domain.id, ruleId: rule?.id ?? null, userId });
  const isFull = !(await limiter.hasLeft('newNamesPerDomain', { text: domain.id }));
  if (row.suspended || targets.length === 0 || isFull) return { standing: 'later' };
  return { standing: 'new', userId, targets };
}

/** Ends a transaction whose alias cannot be: its name is taken, or was given up a moment ago. */
class NotMade extends Error {}

/**
 * Makes an alias for mail that passed its verdict, if its name may be made now; what came of it, the caller finds as it finds
 * any alias. Of several messages at once one makes it. @throws Error when the database does not answer.
 */
export async function makeNewName(context: NewNameContext, name: NewName): Promise<void> {
  const { database, keys, clock, random, limiter, provider } = context;
  const { local, domain } = name;
  const found = await findNewName(context, name);
  if (found.standing !== 'new') return;
  const subject = { text: domain.id };
  if ((await limiter.reserve('newNamesPerDomain', subject)) !== null) return;
  const { userId, targets } = found;
  const id = random.uuid();
  const made = database.db.transaction().execute(async (transaction) => {
    const { left } = await findAliasRoom(transaction, context, userId);
    if (left < 1) throw new NotMade();
    await provider.changeAliases(transaction, { aliasId: id, userId }, async (db) => {
      const createdAt = new Date(clock.now());
      const row = await insertAliasRow(db, {
        id,
        userId,
        domainId: domain.id,
        localPart: local,
        notesSealed: null,
        createdAt,
        life: {},
        copyReplies: false,
      });
      // After the insert, which waits for a deletion under way.
      if (row === undefined || (await hasTombstone(db, keys, addressOf(name)))) throw new NotMade();
      await linkTargets(db, context, id, targets);
    });
  });
  await made.catch(async (error: unknown) => {
    await limiter.giveBack('newNamesPerDomain', subject);
    if (!(error instanceof NotMade)) throw error;
  });
}
