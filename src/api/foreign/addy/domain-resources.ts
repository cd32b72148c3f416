import { z } from '@hono/zod-openapi';
import { recipientOf, recipientSchema, timeText } from '#api/foreign/addy/resources.ts';
import type { OwnDomain } from '#contract/account/domains.ts';
import { AppError } from '#contract/errors.ts';
import { getOwnDomain, listOwnDomains } from '#core/own-domains/read-domains.ts';
import { readRules } from '#core/rules/domain-rules.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { listInboxes } from '#core/targets/target-views.ts';

const time = z.string();

/** What domains and sub-domains have in common in the words of addy.io, where the latter are additional usernames. */
const sharedShape = {
  id: z.uuid(),
  user_id: z.uuid(),
  description: z.string().nullable(),
  from_name: z.string().nullable(),
  active: z.boolean(),
  catch_all: z.boolean(),
  auto_create_regex: z.string().nullable(),
  default_recipient: recipientSchema.nullable(),
  created_at: time,
  updated_at: time,
};

export const domainSchema = z.object({
  ...sharedShape,
  domain: z.string(),
  /** null: DNS does not say so, or was not asked yet. */
  domain_verified_at: time.nullable(),
  domain_mx_validated_at: time.nullable(),
  domain_sending_verified_at: time.nullable(),
});
export const usernameSchema = z.object({ ...sharedShape, username: z.string(), can_login: z.literal(false) });

/** The two kinds, by what each is at Kauke. */
export type DomainKind = OwnDomain['kind'];

/** Patterns of addy.io are found anywhere in a name, those of Kauke are about the whole of it. */
const anywhere = { before: '.*(?:', after: ').*' } as const;

export function wrapPattern(pattern: string): string {
  return `${anywhere.before}${pattern}${anywhere.after}`;
}

function unwrapPattern(pattern: string): string {
  const { before, after } = anywhere;
  const wrapped = pattern.startsWith(before) && pattern.endsWith(after);
  return wrapped ? pattern.slice(before.length, -after.length) : `^(?:${pattern})$`;
}

/** A domain of the account of that kind. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function findDomain(
  core: AccountContext,
  kind: DomainKind,
  own: { readonly domainId: string; readonly userId: string },
): Promise<OwnDomain> {
  const domain = await getOwnDomain(core, own);
  if (domain.kind !== kind) throw new AppError('not_found');
  return domain;
}

export function isOn({ state }: OwnDomain): boolean {
  return state === 'verified' || state === 'failing';
}

type ViewContext = Pick<AccountContext, 'database' | 'keys' | 'provider'>;

async function sharedView(core: ViewContext, domain: OwnDomain, userId: string) {
  const rules = domain.role === 'admin' ? await readRules(core, domain.id, userId) : [];
  const pattern = rules.find(({ kind, action }) => kind === 'regex' && action === 'make')?.pattern;
  const [first] = (domain.defaultForwardTo ?? '').split(', ');
  const inbox = first ? (await listInboxes(core, userId)).find(({ value }) => value === first) : undefined;
  const since = timeText(new Date(domain.createdAt));
  return {
    id: domain.id,
    user_id: userId,
    description: domain.description,
    from_name: domain.fromName,
    active: isOn(domain) && domain.active,
    catch_all: domain.catchAll === 'all',
    auto_create_regex: pattern === undefined ? null : unwrapPattern(pattern),
    default_recipient: inbox === undefined ? null : recipientOf(core.provider, inbox, userId),
    created_at: since,
    updated_at: since,
  };
}

async function domainView(core: ViewContext, domain: OwnDomain, userId: string): Promise<z.infer<typeof domainSchema>> {
  const checked = timeText(new Date(domain.checkedAt ?? domain.createdAt));
  const said = (check: string): string | null =>
    domain.checks.some((one) => one.check === check && one.ok) ? checked : null;
  return {
    ...(await sharedView(core, domain, userId)),
    domain: domain.name,
    domain_verified_at: isOn(domain) ? checked : null,
    domain_mx_validated_at: said('mx'),
    domain_sending_verified_at: said('dkim'),
  };
}

async function usernameView(
  core: ViewContext,
  domain: OwnDomain,
  userId: string,
): Promise<z.infer<typeof usernameSchema>> {
  return { ...(await sharedView(core, domain, userId)), username: domain.name, can_login: false };
}

/** How each kind is written. */
export const domainViews = { own: domainView, sub: usernameView } as const;

/** The domains of one kind that an account may use, oldest first. */
export async function listDomainsOf(core: AccountContext, kind: DomainKind, userId: string): Promise<OwnDomain[]> {
  const { domains } = await listOwnDomains(core, userId);
  return domains.filter((domain) => domain.kind === kind);
}
