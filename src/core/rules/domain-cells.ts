import { ownDomainSchema, type OwnDomain } from '#contract/account/domains.ts';
import { type DomainRule, replaceRulesSchema, type RuleView } from '#contract/domains/domain-rules.ts';

/** What becomes of mail to new names on a domain. */
export interface DomainSettings {
  readonly catchAll: OwnDomain['catchAll'];
  readonly rules: readonly DomainRule[];
}

/** The rules of a domain in one cell of a CSV file, as JSON; empty where there are none. */
export function writeDomainRules(rules: readonly RuleView[]): string {
  if (rules.length === 0) return '';
  return JSON.stringify(
    rules.map(({ pattern, kind, action, forwardTo, labels }) => ({
      pattern,
      kind,
      action,
      ...(forwardTo !== null && { forwardTo }),
      ...(labels.length > 0 && { labels }),
    })),
  );
}

function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return null;
  }
}

/** What the cells of a domain say; null when something else stands there. */
export function readDomainCells(catchAllCell: string, rulesCell: string): DomainSettings | null {
  const catchAll = ownDomainSchema.shape.catchAll.safeParse(catchAllCell.trim() === '' ? 'off' : catchAllCell.trim());
  const read = replaceRulesSchema.safeParse({ rules: rulesCell.trim() === '' ? [] : readJson(rulesCell) });
  return catchAll.success && read.success ? { catchAll: catchAll.data, rules: read.data.rules } : null;
}
