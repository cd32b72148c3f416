import { findDomain, isOn, listDomainsOf, wrapPattern } from '#api/foreign/addy/domain-resources.ts';
import { refuse } from '#api/foreign/addy/refuse.ts';
import type { OwnDomain } from '#contract/account/domains.ts';
import { AppError } from '#contract/errors.ts';
import { changeDomain, claimDomain, verifyDomain } from '#core/own-domains/own-domains.ts';
import type { MemberOf } from '#core/own-domains/read-domains.ts';
import { readRules, replaceRules } from '#core/rules/domain-rules.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

interface Asker extends MemberOf {
  readonly ip: string;
}

/** Names that a pattern is found in are made by mail: the first such rule of the domain, or a new one before all others. */
export async function changePattern(
  core: AccountContext,
  { ip, ...own }: Asker,
  pattern: string | null,
): Promise<void> {
  const rules = (await readRules(core, own.domainId, own.userId)).map((rule) => ({
    ...rule,
    labels: [...rule.labels],
  }));
  const at = rules.findIndex(({ kind, action }) => kind === 'regex' && action === 'make');
  const found = rules[at] ?? { kind: 'regex' as const, action: 'make' as const, forwardTo: null, labels: [] };
  const others = rules.filter((_, index) => index !== at);
  const wanted = pattern?.trim() ? [{ ...found, pattern: wrapPattern(pattern.trim()) }] : [];
  await replaceRules(core, { ...own, ip, rules: others.toSpliced(Math.max(at, 0), 0, ...wanted) });
  const { catchAll } = await findAny(core, own);
  if (wanted.length > 0 && catchAll === 'off') await changeDomain(core, { ...own, ip }, { catchAll: 'rules' });
}

function findAny(core: AccountContext, own: MemberOf): Promise<OwnDomain> {
  return findDomain(core, 'own', own).catch(() => findDomain(core, 'sub', own));
}

/** Without catch-all the rules of a domain go on making names. */
export async function withoutCatchAll(core: AccountContext, own: MemberOf): Promise<'off' | 'rules'> {
  return (await readRules(core, own.domainId, own.userId)).length > 0 ? 'rules' : 'off';
}

/**
 * Claims a domain and looks at its DNS at once; asked once more, when the record is published, it is the same. The answer to
 * what DNS does not say yet is what addy.io gives: status 404, and the record. @throws AppError.
 */
export async function addDomain(core: AccountContext, userId: string, name: string): Promise<OwnDomain> {
  const claimed = (await listDomainsOf(core, 'own', userId)).find(
    (domain) => domain.name === name.trim().toLowerCase(),
  );
  const { id } = claimed ?? (await claimDomain(core, userId, name));
  const domain = await verifyDomain(core, { domainId: id, userId });
  if (isOn(domain)) return domain;
  const [record] = domain.checks.find(({ check }) => check === 'ownership')?.expected ?? [];
  const message = clientTexts.publish(`${record?.type ?? 'TXT'} ${record?.name ?? domain.name} ${record?.value ?? ''}`);
  throw new AppError('not_found', { message });
}

export async function addUsername(core: AccountContext, userId: string, name: string): Promise<OwnDomain> {
  const [below] = core.settings.domains.below;
  if (below === undefined) refuse(clientTexts.noSubdomains);
  return claimDomain(core, userId, name.includes('.') ? name : `${name}.${below}`);
}
