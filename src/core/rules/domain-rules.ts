import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { DomainRule, RuleView } from '#contract/domains/domain-rules.ts';
import { AppError, type FieldErrors } from '#contract/errors.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import type { CoreContext } from '#core/core-context.ts';
import { getManaged } from '#core/own-domains/read-domains.ts';
import { compilePattern } from '#core/rules/compile-pattern.ts';
import { openRules, ruleContext, type OpenedRule, type SealedRule } from '#core/rules/rule-book.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { ruleFaultTexts } from '#messages/faults.ts';

type Targets = ReadonlyMap<string, readonly TargetRecord[]>;

/** Where the rules of a domain forward to, by their ids. */
async function readRuleTargets(db: Db, { keys }: Pick<CoreContext, 'keys'>, domainId: string): Promise<Targets> {
  const rows = await selectTargets(db)
    .innerJoin('domainRuleTargets', 'domainRuleTargets.targetId', 'targets.id')
    .innerJoin('domainRules', 'domainRules.id', 'domainRuleTargets.ruleId')
    .select('domainRules.id as ruleId')
    .where('domainRules.domainId', '=', domainId)
    .orderBy('domainRuleTargets.position')
    .execute();
  const byRule = Map.groupBy(rows, ({ ruleId }) => ruleId);
  return new Map([...byRule].map(([id, own]) => [id, own.map((row) => openTarget(keys, row))]));
}

function ruleView({ id, pattern, kind, action, labels = [] }: OpenedRule, targets: Targets | null): RuleView {
  const forwardTo = targets?.get(id)?.map(({ value }) => value) ?? [];
  return {
    pattern,
    kind,
    action,
    forwardTo: forwardTo.length === 0 ? null : forwardTo.join(', '),
    labels: targets === null ? [] : [...labels],
  };
}

/** The rules of a domain in their order. Only its owner sees where they forward to, and his labels. @throws AppError not_found. */
export async function readRules(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  domainId: string,
  userId: string,
): Promise<RuleView[]> {
  const { ownerId } = await getManaged(db, { domainId, userId });
  const rules = await openRules(db, { keys }, domainId);
  const targets = ownerId === userId ? await readRuleTargets(db, { keys }, domainId) : null;
  return rules.map((rule) => ruleView(rule, targets));
}

/** The rules of all domains that an account manages and that have any, by their names. */
export async function listRules(
  context: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<{ domain: string; rules: RuleView[] }[]> {
  const domains = await context.database.db
    .selectFrom('domains')
    .innerJoin('domainMembers', 'domainMembers.domainId', 'domains.id')
    .select(['domains.id', 'name'])
    .where('domainMembers.userId', '=', userId)
    .where('role', '=', 'admin')
    .where('rulesRevision', '>', 0)
    .orderBy('name')
    .execute();
  const listed: { domain: string; rules: RuleView[] }[] = [];
  for (const { id, name } of domains) listed.push({ domain: name, rules: await readRules(context, id, userId) });
  return listed.filter(({ rules }) => rules.length > 0);
}

/** @throws AppError invalid_input, with every pattern that cannot be read and where. */
export async function checkPatterns(rules: readonly DomainRule[]): Promise<void> {
  const errors: FieldErrors = {};
  for (const [index, { kind, pattern }] of rules.entries()) {
    const compiled = await compilePattern(kind, pattern);
    // A hundred of them take a while.
    await yieldToOthers();
    if (!('fault' in compiled)) continue;
    errors[`rules.${index}.pattern`] = [ruleFaultTexts.pattern(index + 1, compiled.fault, compiled.position)];
  }
  if (Object.keys(errors).length > 0) throw new AppError('invalid_input', { errors });
}

function sameRule(one: SealedRule, other: Pick<SealedRule, 'pattern' | 'kind' | 'action'>): boolean {
  return one.pattern === other.pattern && one.kind === other.kind && one.action === other.action;
}

interface Replacement {
  readonly domainId: string;
  readonly ownerId: string;
  readonly isOwner: boolean;
  readonly rules: readonly DomainRule[];
}

/**
 * Where each new rule forwards to and which labels it gives: as it says; of an admin who does not see that, as the same rule
 * did before.
 */
async function resolveRules(db: Db, context: TargetContext, { domainId, ownerId, isOwner, rules }: Replacement) {
  const before = await openRules(db, context, domainId);
  const targets = await readRuleTargets(db, context, domainId);
  const resolved: { readonly rule: SealedRule; readonly targets: readonly TargetRecord[] }[] = [];
  for (const given of rules) {
    const { pattern, kind, action } = given;
    const same = isOwner ? undefined : before.find((one) => sameRule(one, given));
    const { labels = [] } = isOwner ? given : (same ?? given);
    const rule = { pattern, kind, action, ...(labels.length > 0 && { labels }) };
    const wanted = isOwner && given.forwardTo ? readTargets(context, given.forwardTo) : [];
    if (wanted.length > 0) resolved.push({ rule, targets: await ensureTargets(db, context, ownerId, wanted) });
    else resolved.push({ rule, targets: (same && targets.get(same.id)) ?? [] });
  }
  return { resolved, before: [...targets.values()].flat().map(({ id }) => id) };
}

/** Replaces the rules, in the caller's transaction, behind `lockAccount` of the owner. @returns where they forward to. */
export async function writeRules(db: Db, context: TargetContext, replacement: Replacement): Promise<TargetRecord[]> {
  const { keys, random } = context;
  const { domainId, ownerId } = replacement;
  const { resolved, before } = await resolveRules(db, context, replacement);
  await db.deleteFrom('domainRules').where('domainId', '=', domainId).execute();
  const rows = resolved.map(({ rule }, position) => {
    const id = random.uuid();
    return { id, domainId, position, sealed: keys.seal(ruleContext(id), JSON.stringify(rule)) };
  });
  if (rows.length > 0) await db.insertInto('domainRules').values(rows).execute();
  const links = rows.flatMap(({ id: ruleId }, index) =>
    (resolved[index]?.targets ?? []).map(({ id: targetId }, position) => ({ ruleId, targetId, position })),
  );
  if (links.length > 0) await db.insertInto('domainRuleTargets').values(links).execute();
  await db
    .updateTable('domains')
    .set(({ eb }) => ({ rulesRevision: eb('rulesRevision', '+', 1) }))
    .where('id', '=', domainId)
    .execute();
  await removeUnusedTargets(db, context, ownerId, before);
  return resolved.flatMap(({ targets }) => targets);
}

/** What rules do, but for the labels they give: of another one the owner hears. */
async function digestRules(db: Db, context: Pick<CoreContext, 'keys'>, domainId: string): Promise<string> {
  const targets = await readRuleTargets(db, context, domainId);
  const rules = await openRules(db, context, domainId);
  return JSON.stringify(
    rules.map(({ id, pattern, kind, action }) => [pattern, kind, action, targets.get(id)?.map((target) => target.id)]),
  );
}

/** Of an admin who does not own the domain. @throws AppError invalid_input. */
function refuseOwnersMatters(rules: readonly DomainRule[]): void {
  const errors: FieldErrors = {};
  for (const [index, { forwardTo = null, labels = [] }] of rules.entries()) {
    if (forwardTo !== null) errors[`rules.${index}.forwardTo`] = [ruleFaultTexts.onlyOwnerForwards];
    if (labels.length > 0) errors[`rules.${index}.labels`] = [ruleFaultTexts.onlyOwnerLabels];
  }
  if (Object.keys(errors).length > 0) throw new AppError('invalid_input', { errors });
}

/** Which of these rules an account asks to keep, and for which domain. */
interface RulesChange {
  readonly domainId: string;
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  readonly rules: readonly DomainRule[];
}

/**
 * Replaces the rules of a domain, all of them or none, tells its owner, and asks new inboxes to confirm themselves, so that they are ready
 * when mail makes aliases. Where they forward to and which labels they give is the matter of its owner, whose both are.
 * @throws AppError not_found, invalid_input, rate_limited, too_many_targets.
 */
export async function replaceRules(
  context: TargetContext,
  { domainId, userId, ip, rules }: RulesChange,
): Promise<RuleView[]> {
  const { database, limiter } = context;
  const { ownerId } = await getManaged(database.db, { domainId, userId });
  if (ownerId === null) throw new AppError('not_found');
  await limiter.take('aliasChangesPerUser', { userId });
  const isOwner = ownerId === userId;
  if (!isOwner) refuseOwnersMatters(rules);
  await checkPatterns(rules);
  const targets = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, ownerId);
    // It may have passed to another account meanwhile.
    const { name, ...present } = await getManaged(transaction, { domainId, userId });
    if (present.ownerId !== ownerId) throw new AppError('not_found');
    const before = await digestRules(transaction, context, domainId);
    const written = await writeRules(transaction, context, { domainId, ownerId, isOwner, rules });
    if ((await digestRules(transaction, context, domainId)) !== before) {
      await recordSecurityEvent(transaction, context, ownerId, { kind: 'default_inbox_changed', scope: 'names', name });
    }
    return written;
  });
  const pending = new Map(targets.filter(({ state }) => state === 'pending').map((target) => [target.id, target]));
  for (const target of pending.values()) await requestConfirmation(context, { userId: ownerId, target, ip });
  return readRules(context, domainId, userId);
}
