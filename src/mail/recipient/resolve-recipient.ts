import type { FoundAlias, FoundDomain } from '#core/aliases/standing/find-alias.ts';
import { isAliasName } from '#contract/alias-faults.ts';
import { hasTombstone } from '#core/aliases/tombstones.ts';
import { operatorMailboxes, reportMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { parseRecipient, readBounceAddress, reverseAddress } from '#mail/recipient/address-forms.ts';
import { findBounced } from '#mail/recipient/find-bounced.ts';
import type {
  BounceRecipient,
  DomainKeys,
  NewNameRecipient,
  OperatorRecipient,
  ReportRecipient,
  ReverseRecipient,
  SendRecipient,
} from '#mail/recipient/recipient-kinds.ts';
import {
  accept,
  refuse,
  refuseForNow,
  resolveAlias,
  resolveNewName,
  type AliasRecipient,
  type RecipientContext,
} from '#mail/recipient/resolve-alias.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { RecipientDecision } from '#protocol/smtp-server/session-policy.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** What a local recipient address means, decided at RCPT. */
export type Recipient =
  | AliasRecipient
  | NewNameRecipient
  | OperatorRecipient
  | ReportRecipient
  | ReverseRecipient
  | SendRecipient
  | BounceRecipient;

/**
 * Decides about an address given in RCPT TO, by what stands in the database now. Unknown, deleted and never given
 * addresses are refused alike; a paused alias is accepted, and its mail dropped later. Every well-formed reverse address
 * is accepted in either spelling, known or not; a send address as its alias is; a bounce address only when we made it lately.
 * @throws Error when the database does not answer.
 */
export async function resolveRecipient(
  context: RecipientContext,
  address: string,
  reversePath: string,
): Promise<RecipientDecision<Recipient>> {
  const parsed = parseRecipient(address);
  switch (parsed.kind) {
    case 'alias':
      return findReportMailbox(context, parsed) ?? resolveAlias(context, parsed.local, parsed.domain);
    case 'send': {
      const alias = await resolveAlias(context, parsed.local, parsed.domain);
      if (!alias.accepted) return alias;
      // Nobody owns it yet.
      if (alias.recipient.kind === 'new') return refuse(smtpReplies.unknownRecipient);
      const { correspondent } = parsed;
      const { domain } = alias.recipient;
      const written = `${parsed.local}+${correspondent.replace('@', '=')}@${domain.name}`.toLowerCase();
      return accept({ kind: 'send', aliasId: alias.recipient.aliasId, correspondent, address: written, domain });
    }
    case 'role':
    case 'reverse':
    case 'bounce':
    case 'invalid':
      return resolveOwnKind(context, parsed, reversePath);
  }
}

const reportNames: ReadonlySet<string> = new Set(Object.values(reportMailboxes));

/** Only on shared domains, where no alias can have these names. */
function findReportMailbox(
  { domains }: RecipientContext,
  { local, domain: name }: { readonly local: string; readonly domain: string },
) {
  const domain = reportNames.has(local) ? domains.find(name) : null;
  if (domain === null) return null;
  const route = { id: domain.id, name: domain.name };
  return accept({ kind: 'report', address: `${local}@${domain.name}`, domain: route });
}

type OwnKind = Exclude<ReturnType<typeof parseRecipient>, { readonly kind: 'alias' | 'send' }>;

/** A domain of ours, or of an account, with what stands at a role's name on it. */
interface NamedDomain {
  readonly domain: DomainKeys;
  /** Null: a shared one. */
  readonly own: (FoundDomain & { readonly alias: FoundAlias }) | null;
}

/** The domain of what no alias is needed for. A bare `postmaster` belongs to the first one (RFC 5321 §4.5.1). */
async function findDomain(context: RecipientContext, parsed: OwnKind): Promise<NamedDomain | SmtpReply> {
  const { domains } = context;
  const given = parsed.domain?.toLowerCase() ?? null;
  const shared = given === null ? domains.all()[0] : domains.find(given);
  if (given === null || shared) {
    return shared ? { domain: { id: shared.id, name: shared.name }, own: null } : smtpReplies.notOurDomain;
  }
  const local = 'local' in parsed ? parsed.local : '';
  const alias = await context.findAlias({ local, domainName: given });
  if (alias.standing === 'foreign' || alias.domain === null) return smtpReplies.notOurDomain;
  const { id, state, since } = alias.domain;
  if (state === 'lost') return refuseForNow(context, since, smtpReplies.domainLost);
  return { domain: { id, name: given }, own: { ...alias.domain, alias } };
}

/** What those who have a domain made of a role's name on it: an alias, or what catch-all makes; null: nothing. */
async function resolveOwnersRole(
  context: RecipientContext,
  local: string,
  { domain, own }: NamedDomain,
): Promise<RecipientDecision<Recipient> | null> {
  if (own === null) return null;
  const { alias, kind, catchAll } = own;
  if ('userId' in alias) return alias.othersRole ? null : resolveAlias(context, local, domain.name);
  return kind === 'sub' || catchAll === 'off' ? null : resolveNewName(context, { local, domain });
}

function takesMailNow(decision: RecipientDecision<Recipient>): boolean {
  if (!decision.accepted || decision.recipient.kind !== 'alias') return decision.accepted;
  return !decision.recipient.paused && decision.recipient.routes.length > 0;
}

/**
 * A role's name is the operator's on shared domains and those below them, where its owner has no alias of it. On an account's own
 * domain it is its owner's; the operator answers for `postmaster` and `abuse` where the owner takes no mail there (RFC 5321 §4.5.1).
 */
async function resolveRole(
  context: RecipientContext,
  local: string,
  named: NamedDomain,
): Promise<RecipientDecision<Recipient>> {
  const { domain, own } = named;
  const owners = await resolveOwnersRole(context, local, named);
  // Nor does an alias there that is a former owner's or member's make it the operator's.
  const isOperators = operatorMailboxes.has(local)
    ? owners === null || !takesMailNow(owners)
    : owners === null && own?.kind !== 'own';
  if (!isOperators) return owners ?? refuse(smtpReplies.unknownRecipient);
  return accept({ kind: 'operator', address: `${local}@${domain.name}`, domain });
}

/** Whether a name was an alias before there were reverse addresses of its form: it stays what it is, in use or given up. */
async function isOlder(
  { database: { db }, findAlias, keys }: RecipientContext,
  local: string,
  { domain, own }: NamedDomain,
): Promise<boolean> {
  if (!isAliasName(local)) return false;
  const alias = own === null ? await findAlias({ local, domainId: domain.id }) : own.alias;
  if ('userId' in alias) return true;
  return hasTombstone(db, keys, { address: `${local}@${domain.name}`, ofDomain: own === null ? null : domain.id });
}

/** One address for both spellings, so that they count as one correspondent. */
async function resolveReverse(
  context: RecipientContext,
  { local, token }: Extract<OwnKind, { readonly kind: 'reverse' }>,
  named: NamedDomain,
): Promise<RecipientDecision<Recipient>> {
  const { domain } = named;
  if (await isOlder(context, local, named)) return resolveAlias(context, local, domain.name);
  return accept({ kind: 'reverse', token, address: reverseAddress(token, domain.name), domain });
}

/** What no alias is needed for, though a role may be one's. */
async function resolveOwnKind(
  context: RecipientContext,
  parsed: OwnKind,
  reversePath: string,
): Promise<RecipientDecision<Recipient>> {
  const found = await findDomain(context, parsed);
  if (!('domain' in found)) return refuse(found);
  const { domain } = found;
  switch (parsed.kind) {
    case 'role':
      return resolveRole(context, parsed.local, found);
    case 'reverse':
      return resolveReverse(context, parsed, found);
    case 'bounce':
      return resolveBounce(context, parsed.token, domain, reversePath);
    case 'invalid':
      return refuse(smtpReplies.unknownRecipient);
  }
}

/**
 * Reports have the null reverse-path. From another one, what comes to the bounce address of a message that an owner sent
 * is mail to that alias, like an answer to it. That of a forwarded message only its target's own server knows: what comes there is
 * read whatever its reverse-path is, as not every server's report has the null one, and never is mail to the alias, as what answers
 * there by itself would go back to the very inbox.
 */
async function resolveBounce(
  context: RecipientContext,
  token: string,
  domain: DomainKeys,
  reversePath: string,
): Promise<RecipientDecision<Recipient>> {
  const { clock, database, keys } = context;
  const made = readBounceAddress(keys, { token, domain: domain.name }, new Date(clock.now()));
  if (made === null) return refuse(smtpReplies.unknownRecipient);
  if (reversePath === '' || made.of === 'forward') {
    return accept({ kind: 'bounce', ...made, address: `b=${token}@${domain.name}`, domain });
  }
  const alias = await findBounced(database, made);
  if (alias === null) return refuse(smtpReplies.unknownRecipient);
  return resolveAlias(context, alias.local, alias.domain);
}
