import { isAliasName } from '#contract/alias-faults.ts';
import type { OwnDomain } from '#contract/account/domains.ts';
import type { DomainRule, RuleTestAnswer, RuleView } from '#contract/domains/domain-rules.ts';
import { AppError } from '#contract/errors.ts';
import { isReverseName } from '#contract/reserved-names/reverse-names.ts';
import { operatorMailboxes, roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { staysGivenUp } from '#core/aliases/claim-role.ts';
import { findGiver } from '#core/aliases/tombstones.ts';
import { checkPatterns, readRules } from '#core/rules/domain-rules.ts';
import { getManaged } from '#core/own-domains/read-domains.ts';
import { compileRules, findTaker } from '#core/rules/rule-book.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { ruleTestTexts } from '#messages/server/rule-tests.ts';
import { ruleFaultTexts } from '#messages/faults.ts';

/** The name that an address means, without its tag. @throws AppError invalid_input for one that is not on the domain. */
function readName(address: string, domain: string): string {
  const [written = '', place = domain, ...more] = address.toLowerCase().split('@');
  const [name = ''] = written.split('+');
  if (more.length > 0 || place !== domain || !isAliasName(name)) {
    throw new AppError('invalid_input', { errors: { address: [ruleFaultTexts.notOnDomain] } });
  }
  return name;
}

/** What became of the name so far, or what it is without the rules; null: it never was an alias. */
async function findPast(
  { database: { db }, keys }: Pick<TargetContext, 'database' | 'keys'>,
  { id, name, kind, ownerId }: Pick<Awaited<ReturnType<typeof getManaged>>, 'id' | 'name' | 'kind' | 'ownerId'>,
  localPart: string,
): Promise<'exists' | 'gone' | 'operator' | 'refuse' | 'reverse' | null> {
  const which = { domainId: id, localPart, whereabouts: 'any' } as const;
  const [alias] = await readAliasRows(db, which, ['binnedAt', 'othersRole']);
  if (alias?.binnedAt === null && !alias.othersRole) return 'exists';
  if (alias?.binnedAt === null) return 'refuse';
  // On names below shared domains, as at RCPT.
  if (kind === 'sub' && roleMailboxes.has(localPart)) return 'operator';
  // What lies in a bin has a tombstone, too.
  const giver = await findGiver(db, keys, { address: `${localPart}@${name}`, ofDomain: id });
  if (staysGivenUp(keys, { userId: ownerId ?? '', domainName: name, localPart }, giver)) return 'gone';
  return isReverseName(localPart) ? 'reverse' : null;
}

interface RuleQuestion {
  readonly domainId: string;
  readonly userId: string;
  readonly address: string;
  /** Asked instead of those of the domain. */
  readonly rules?: readonly DomainRule[] | undefined;
  /** Likewise. */
  readonly catchAll?: OwnDomain['catchAll'] | undefined;
}

/**
 * Which rule takes an address, and what mail to it would do; changes nothing.
 * @throws AppError not_found, invalid_input, rate_limited.
 */
export async function testRules(
  context: Pick<TargetContext, 'database' | 'keys' | 'limiter'>,
  { domainId, userId, address, rules: given, catchAll: chosen }: RuleQuestion,
): Promise<RuleTestAnswer> {
  const domain = await getManaged(context.database.db, { domainId, userId });
  await context.limiter.take('aliasChangesPerUser', { userId });
  const name = readName(address, domain.name);
  if (given !== undefined) await checkPatterns(given);
  const asked = given?.map((rule): RuleView => ({
    ...rule,
    forwardTo: rule.forwardTo ?? null,
    labels: rule.labels ?? [],
  }));
  const rules = asked ?? (await readRules(context, domainId, userId));
  const taker = findTaker(await compileRules(rules), name);
  const rule = taker && { ...taker, index: rules.indexOf(taker) };
  const catchAll = chosen ?? domain.catchAll;
  const byCatchAll = catchAll === 'all' ? 'make' : 'unknown';
  const found = (await findPast(context, domain, name)) ?? rule?.action ?? byCatchAll;
  return { rule, ...tell(name, found, catchAll) };
}

/** Of a name that an owner takes no mail for: who complains is heard by somebody. */
function tell(
  name: string,
  found: RuleTestAnswer['outcome'],
  catchAll: OwnDomain['catchAll'],
): Pick<RuleTestAnswer, 'outcome' | 'message'> {
  const isIdle = found === 'make' && catchAll === 'off';
  if (operatorMailboxes.has(name) && (isIdle || !['make', 'exists'].includes(found))) {
    return { outcome: 'operator', message: ruleTestTexts.operator };
  }
  return { outcome: found, message: isIdle ? ruleTestTexts.makesNothingYet : ruleTestTexts[found] };
}
