import { AppError } from '#contract/errors.ts';
import { isReverseName } from '#contract/reserved-names/reverse-names.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import { linkTargets } from '#core/alias-rows/alias-links.ts';
import { insertAliasRow } from '#core/alias-rows/change-rows.ts';
import { endOthersRole, staysGivenUp } from '#core/aliases/claim-role.ts';
import { findGiver, liftTombstone } from '#core/aliases/tombstones.ts';
import type { CoreContext } from '#core/core-context.ts';
import { addLabels, ensureLabels } from '#core/labels/alias-labels.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { readNewName, type FactsContext, type NameFacts, type NewName } from '#core/rules/read-new-name.ts';
import { findTaker, type OpenedRule, type RuleBook } from '#core/rules/rule-book.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

/** What it takes to say how a name stands. */
interface AskContext extends FactsContext {
  readonly rules: RuleBook;
}

/** What it takes to make aliases by the mail that comes for them. */
export interface NewNameContext extends Omit<CoreContext, 'log'>, Pick<TargetContext, 'provider'>, AskContext {
  readonly limiter: Pick<RateLimiter, 'mayUse' | 'reserve' | 'giveBack'>;
}

function addressOf({ local, domain }: NewName) {
  return { address: `${local}@${domain.name}`, ofDomain: domain.id };
}

/**
 * What mail to a name that is no alias does. `later`: its sender may come again; `since`: from when on its account or its inboxes
 * take no mail, null where it is only that others were made within the hour. `made`: it is one since a moment ago.
 */
type NewNameStanding =
  | { readonly standing: 'unknown' | 'made' }
  | { readonly standing: 'later'; readonly since: Date | null }
  | {
      readonly standing: 'new';
      readonly userId: string;
      readonly targets: readonly { readonly id: string }[];
      /** Names of those that it gets. */
      readonly labels: readonly string[];
    };

/** Catch-all of all names asks the rules, too: it makes what none of them takes. Never what once was an alias, or beyond a quota. */
function isWanted({ catchAll, taken, givenUp, room }: NameFacts, rule: OpenedRule | null): boolean {
  if (catchAll === 'off' || taken === 'binned' || givenUp || (room !== null && room < 1)) return false;
  return rule === null ? catchAll === 'all' : rule.action === 'make';
}

/** What is to know of a name, and the rule that takes it. One statement, which brings the rules where others hold now than are known. */
async function askForName(
  context: AskContext,
  name: NewName,
): Promise<{ readonly facts: NameFacts; readonly rule: OpenedRule | null } | null> {
  const { id } = name.domain;
  const known = context.rules.recall(id);
  const assumed = findTaker(known.rules, name.local);
  const facts = await readNewName(context, name, { revision: known.revision, ruleId: assumed?.id ?? null });
  if (facts === null) return null;
  if (facts.newRules === null) return { facts, rule: assumed };
  const { rules } = await context.rules.keep(id, facts.revision, facts.newRules);
  return { facts, rule: findTaker(rules, name.local) };
}

/**
 * How a name stands that is no alias: by catch-all and the rules of its domain, and only if it never was one, nor could be a reverse
 * address. Writes nothing, so that guesses leave no trace. @throws Error when the database does not answer.
 */
export async function findNewName(context: AskContext, name: NewName): Promise<NewNameStanding> {
  const unknown = { standing: 'unknown' } as const;
  if (isReverseName(name.local)) return unknown;
  const asked = await askForName(context, name);
  if (asked === null) return unknown;
  const { facts, rule } = asked;
  if (facts.taken === 'live') return { standing: 'made' };
  if (!isWanted(facts, rule)) return unknown;
  const targets = facts.targetsOf(rule?.id ?? null);
  if (facts.suspended || targets.length === 0) return { standing: 'later', since: facts.rejectingSince };
  if (!facts.mayMake) return { standing: 'later', since: null };
  return { standing: 'new', userId: facts.userId, targets, labels: rule?.labels ?? [] };
}

async function isOwner(db: Db, domainId: string, userId: string): Promise<boolean> {
  const domains = db.selectFrom('domains').select('id').where('id', '=', domainId).where('ownerId', '=', userId);
  return (await domains.executeTakeFirst()) !== undefined;
}

/** Whether nobody gave the name up who keeps it so; what somebody else did of a role's name is undone. */
async function takeName(
  db: NotedDb,
  { keys }: NewNameContext,
  { local, domain }: NewName,
  { id: aliasId, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const given = addressOf({ local, domain });
  const giver = await findGiver(db, keys, given);
  if (giver === null) return true;
  if (staysGivenUp(keys, { userId, domainName: domain.name, localPart: local }, giver)) return false;
  await liftTombstone(db, keys, { ...given, userId, aliasId, claimed: true });
  return true;
}

/** Ends a transaction whose alias cannot be: its name is taken, or was given up a moment ago. */
class NotMade extends Error {}

/**
 * Makes an alias for mail that passed its verdict, if its name may be made now; what came of it, the caller finds as it finds
 * any alias. Of several messages at once one makes it. Labels that its owner has no room for are left out: mail comes first.
 * @throws Error when the database does not answer.
 */
export async function makeNewName(context: NewNameContext, name: NewName): Promise<void> {
  const { database, clock, random, limiter, provider } = context;
  const { local, domain } = name;
  const found = await findNewName(context, name);
  if (found.standing !== 'new') return;
  const subject = { text: domain.id };
  if ((await limiter.reserve('newNamesPerDomain', subject)) !== null) return;
  const { userId, targets, labels } = found;
  const id = random.uuid();
  const made = database.db.transaction().execute(async (transaction) => {
    const { left } = await findAliasRoom(transaction, context, userId);
    if (left < 1) throw new NotMade();
    // Before the alias: see there.
    const { ids: labelIds } = await ensureLabels(transaction, context, userId, labels, 'leave out');
    await provider.changeAliases(transaction, { aliasId: id, userId }, async (db) => {
      const ofOwner = { ...domain, retired: false, shared: false, managed: true };
      await endOthersRole(db, context, { userId, domain: ofOwner, localPart: local });
      const createdAt = new Date(clock.now());
      const row = await insertAliasRow(db, {
        id,
        userId,
        domainId: domain.id,
        localPart: local,
        createdAt,
      });
      // After the insert, which waits for a deletion under way, and for the domain to pass to another account.
      const isTheirs = row !== undefined && (await isOwner(db, domain.id, userId));
      if (!isTheirs || !(await takeName(db, context, name, { id, userId }))) throw new NotMade();
      await linkTargets(
        db,
        context,
        [id],
        targets.map((target) => target.id),
      );
      await addLabels(db, [id], labelIds);
    });
  });
  await made.catch(async (error: unknown) => {
    await limiter.giveBack('newNamesPerDomain', subject);
    const isUnavailable = error instanceof AppError && error.code === 'alias_unavailable';
    if (!isUnavailable && !(error instanceof NotMade)) throw error;
  });
}
