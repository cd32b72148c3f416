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

/** The rules of a domain in their order, opened. */
export async function openRules(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  domainId: string,
): Promise<readonly OpenedRule[]> {
  const rows = await db
    .selectFrom('domainRules')
    .select(['id', 'sealed'])
    .where('domainId', '=', domainId)
    .orderBy('position')
    .execute();
  return rows.map(({ id, sealed }) => ({
    id,
    ...(JSON.parse(keys.open(ruleContext(id), sealed).toString()) as SealedRule),
  }));
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

export interface RuleBook {
  /**
   * The first rule of a domain that takes a name; null where none does. `revision`: the one of the domain's rules that holds
   * now. @throws Error when the database does not answer.
   */
  find(domain: { readonly id: string; readonly revision: number }, name: string): Promise<OpenedRule | null>;
  /** The same by the rules that were asked last, which may have changed since; null where they are not known any more. */
  recall(domainId: string, name: string): OpenedRule | null;
}

/** Of all compiled rules together: some megabytes. The longest lists of four domains, or the usual ones of thousands. */
const keptSize = 200_000;

function sizeOf(rules: readonly ReadyRule<OpenedRule>[]): number {
  return rules.reduce(
    (size, { compiled, rule: { labels = [] } }) => size + (compiled?.size ?? 0) + labels.join('').length,
    1,
  );
}

interface RuleList {
  readonly revision: number;
  readonly rules: readonly ReadyRule<OpenedRule>[];
}

/**
 * Compiled rules of the domains that were asked for last, in bounded memory. Each list is kept under the revision that it was
 * read at or before, so that no process goes on by rules that were changed.
 */
export function createRuleBook({ database, keys }: Pick<CoreContext, 'database' | 'keys'>): RuleBook {
  const kept = new BoundedMap<RuleList>({
    max: keptSize,
    weigh: ({ rules }) => sizeOf(rules),
    evict: 'least-recently-used',
  });
  const loading = new Map<string, Promise<readonly ReadyRule<OpenedRule>[]>>();

  const load = async (domainId: string, revision: number): Promise<readonly ReadyRule<OpenedRule>[]> => {
    const rules = await compileRules(await openRules(database.db, { keys }, domainId));
    kept.set(domainId, { revision, rules });
    return rules;
  };

  return {
    find: async ({ id, revision }, name) => {
      const known = kept.get(id);
      if (known?.revision === revision) return findTaker(known.rules, name);
      // Those who ask at once wait for one list.
      const key = `${id} ${revision}`;
      const underWay = loading.get(key) ?? load(id, revision).finally(() => loading.delete(key));
      loading.set(key, underWay);
      return findTaker(await underWay, name);
    },
    recall: (id, name) => findTaker(kept.get(id)?.rules ?? [], name),
  };
}
