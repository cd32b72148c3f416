import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { RuleKind } from '#contract/domains/domain-rules.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import { compilePattern, type CompiledPattern } from '#core/rules/compile-pattern.ts';
import type { Db } from '#database/database.ts';
import { BoundedMap } from '#platform/bounded-map.ts';

/** What of a rule stands sealed in its row. */
export interface SealedRule {
  readonly pattern: string;
  readonly kind: RuleKind;
  readonly action: 'make' | 'refuse';
  /** Names of labels of the domain's owner. Left out: none. */
  readonly labels?: readonly string[];
}

/** What a rule's sealed octets are bound to (`domain_rules.sealed`). */
export function ruleContext(ruleId: string): SealContext {
  return { field: 'domain_rules.sealed', rowId: ruleId };
}

export interface OpenedRule extends SealedRule {
  readonly id: string;
}

/** A rule as it stands in its row. */
export interface StoredRule {
  readonly id: string;
  readonly sealed: Buffer;
}

function openRule({ keys }: Pick<CoreContext, 'keys'>, { id, sealed }: StoredRule): OpenedRule {
  return { id, ...(JSON.parse(keys.open(ruleContext(id), sealed).toString()) as SealedRule) };
}

/** The rules of a domain in their order, opened. */
export async function openRules(
  db: Db,
  context: Pick<CoreContext, 'keys'>,
  domainId: string,
): Promise<readonly OpenedRule[]> {
  const rows = await db
    .selectFrom('domainRules')
    .select(['id', 'sealed'])
    .where('domainId', '=', domainId)
    .orderBy('position')
    .execute();
  return rows.map((row) => openRule(context, row));
}

/** A rule that can be asked; `compiled` is null where this release cannot read its pattern any more. */
interface ReadyRule<Rule extends SealedRule> {
  readonly rule: Rule;
  readonly compiled: CompiledPattern | null;
}

/** Compiles rules one after the other, and lets others work in between. */
export async function compileRules<Rule extends SealedRule>(rules: readonly Rule[]): Promise<ReadyRule<Rule>[]> {
  const ready: ReadyRule<Rule>[] = [];
  for (const rule of rules) {
    const compiled = await compilePattern(rule.kind, rule.pattern);
    ready.push({ rule, compiled: 'fault' in compiled ? null : compiled });
    if (rule.kind === 'regex') await yieldToOthers();
  }
  return ready;
}

/** The first rule that takes a name. */
export function findTaker<Rule extends SealedRule>(rules: readonly ReadyRule<Rule>[], name: string): Rule | null {
  return rules.find(({ compiled }) => compiled?.matches(name) === true)?.rule ?? null;
}

/** The rules of a domain, compiled, as they were at a revision; null: nothing is known of them. */
export interface RuleList {
  readonly revision: number | null;
  readonly rules: readonly ReadyRule<OpenedRule>[];
}

export interface RuleBook {
  /** The rules that were read last, which may have changed since. */
  recall(domainId: string): RuleList;
  /** Those that hold now, in their order. */
  keep(domainId: string, revision: number, rules: readonly StoredRule[]): Promise<RuleList>;
}

const unknownRules: RuleList = { revision: null, rules: [] };

/** Of all compiled rules together: some megabytes. The longest lists of four domains, or the usual ones of thousands. */
const keptSize = 200_000;

function sizeOf(rules: readonly ReadyRule<OpenedRule>[]): number {
  return rules.reduce(
    (size, { compiled, rule: { labels = [] } }) => size + (compiled?.size ?? 0) + labels.join('').length,
    1,
  );
}

/**
 * Compiled rules of the domains that were asked for last, in bounded memory. Each list is kept under the revision that it was
 * read at, so that no process goes on by rules that were changed; who asks for a name says which one it knows.
 */
export function createRuleBook(context: Pick<CoreContext, 'keys'>): RuleBook {
  const kept = new BoundedMap<RuleList>({
    max: keptSize,
    weigh: ({ rules }) => sizeOf(rules),
    evict: 'least-recently-used',
  });
  const compiling = new Map<string, Promise<RuleList>>();

  const compile = async (domainId: string, revision: number, stored: readonly StoredRule[]): Promise<RuleList> => {
    const list = { revision, rules: await compileRules(stored.map((rule) => openRule(context, rule))) };
    kept.set(domainId, list);
    return list;
  };

  return {
    recall: (domainId) => kept.get(domainId) ?? unknownRules,
    keep: (domainId, revision, stored) => {
      // Those who read them at once wait for one list.
      const key = `${domainId} ${revision}`;
      const underWay = compiling.get(key) ?? compile(domainId, revision, stored).finally(() => compiling.delete(key));
      compiling.set(key, underWay);
      return underWay;
    },
  };
}
