import { useQuery } from '@tanstack/react-query';
import { findTypedForwardToFault, readTypedForwardTo } from '#contract/account/typed-address.ts';
import { splitLabels } from '#contract/aliases/life-faults.ts';
import type { OwnDomain } from '#contract/account/domains.ts';
import type { DomainRule } from '#contract/domains/domain-rules.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

/** A rule as it stands in the editor. `key`: of its row, for as long as it is there. */
export interface RuleDraft {
  readonly key: string;
  readonly pattern: string;
  readonly kind: DomainRule['kind'];
  readonly action: DomainRule['action'];
  /** Empty: as the domain does. */
  readonly forwardTo: string;
  /** As typed, separated by commas. */
  readonly labels: string;
}

let lastKey = 0;

export function newRule(): RuleDraft {
  lastKey += 1;
  return { key: String(lastKey), pattern: '', kind: 'glob', action: 'make', forwardTo: '', labels: '' };
}

/** `labels`: files of before have none. */
export function draftOf({ pattern, kind, action, forwardTo, labels = [] }: DomainRule): RuleDraft {
  return { ...newRule(), pattern, kind, action, forwardTo: forwardTo ?? '', labels: labels.join(', ') };
}

/** `owned`: else where it forwards to and its labels are the owner's, also where a file names others. */
function ruleOf({ pattern, kind, action, forwardTo, labels }: RuleDraft, owned: boolean): DomainRule {
  if (action === 'refuse' || !owned) return { pattern, kind, action };
  const target = readTypedForwardTo(forwardTo);
  const names = splitLabels(labels);
  return {
    pattern,
    kind,
    action,
    ...(target !== '' && { forwardTo: target }),
    ...(names.length > 0 && { labels: names }),
  };
}

export function useRules({ id }: OwnDomain, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [ownKey, 'domain-rules', id],
    queryFn: ({ signal }) => request('GET /api/account/domains/{id}/rules', { params: { id }, signal }),
    // What is edited must not change under the hand.
    staleTime: Infinity,
    gcTime: 0,
  });
}

export interface CatchAllForm {
  readonly catchAll: OwnDomain['catchAll'];
  readonly forwardTo: string;
  readonly rules: readonly RuleDraft[];
}

/** What is wrong with where mail is to go, by the names that the server's answer has. `saved`: what stood there, which is right. */
export function findForwardFaults(form: CatchAllForm, saved: CatchAllForm): FieldErrors {
  const kept = [saved, ...saved.rules].flatMap(({ forwardTo }) => splitForwardTo(forwardTo));
  const makes = form.rules.map(({ action, forwardTo }) => (action === 'make' ? forwardTo : ''));
  const fields = [['defaultForwardTo', form.forwardTo], ...makes.map((text, at) => [`rules.${at}.forwardTo`, text])];
  const faults: FieldErrors = {};
  for (const [name = '', text = ''] of fields) {
    const fault = text.trim() === '' ? null : findTypedForwardToFault(text, kept);
    if (fault !== null) faults[name] = [fault];
  }
  return faults;
}

/** Rules first, where there are any: catch-all must not ask those of before. */
export async function saveCatchAll(
  domain: OwnDomain,
  { catchAll, forwardTo, rules }: CatchAllForm,
  offersRules: boolean,
): Promise<{ readonly message: string }> {
  const { id, owned } = domain;
  const payloadOfRules = { rules: rules.map((rule) => ruleOf(rule, owned)) };
  const saved = offersRules
    ? await request('PUT /api/account/domains/{id}/rules', { params: { id }, payload: payloadOfRules })
    : null;
  const typed = readTypedForwardTo(forwardTo);
  const defaultForwardTo = typed === '' ? null : typed;
  const payload = {
    ...(catchAll !== domain.catchAll && { catchAll }),
    ...(defaultForwardTo !== domain.defaultForwardTo && { defaultForwardTo }),
  };
  if (saved !== null && Object.keys(payload).length === 0) return saved;
  const changed = await request('PATCH /api/account/domains/{id}', { params: { id }, payload });
  return saved ?? changed;
}

export function tryName({ id, owned }: OwnDomain, address: string, { catchAll, rules }: CatchAllForm) {
  return request('POST /api/account/domains/{id}/rules/test', {
    params: { id },
    payload: { address, catchAll, rules: rules.map((rule) => ruleOf(rule, owned)) },
  });
}

/** As they are kept in a file. */
export function writeRules(rules: readonly RuleDraft[]): string {
  return `${JSON.stringify({ rules: rules.map((rule) => ruleOf(rule, true)) }, null, 2)}\n`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isRule(value: unknown): value is DomainRule {
  if (typeof value !== 'object' || value === null) return false;
  const { pattern, kind, action, forwardTo = null, labels = [] } = value as Partial<Record<keyof DomainRule, unknown>>;
  return (
    isText(pattern) &&
    (kind === 'glob' || kind === 'regex') &&
    (action === 'make' || action === 'refuse') &&
    (forwardTo === null || isText(forwardTo)) &&
    areTexts(labels)
  );
}

/** What `writeRules` wrote, here or elsewhere; null for anything else. The server looks at each rule before it is kept. */
export function readRulesFile(text: string): RuleDraft[] | null {
  try {
    const { rules } = JSON.parse(text) as { rules?: unknown };
    return Array.isArray(rules) && rules.every(isRule) ? rules.map(draftOf) : null;
  } catch {
    return null;
  }
}
