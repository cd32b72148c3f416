import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import type { AliasRoute, FindAlias, FoundAlias } from '#core/aliases/standing/find-alias.ts';
import { findPresentRoutes } from '#core/aliases/standing/find-present-routes.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { reportMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { findNewName, type NewNameContext } from '#core/rules/new-names.ts';
import type { NewName } from '#core/rules/read-new-name.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import { parseRecipient, readBounceAddress, reverseAddress } from '#mail/recipient/address-forms.ts';
import { findBounced } from '#mail/recipient/find-bounced.ts';
import type {
  BounceRecipient,
  DomainRoute,
  NewNameRecipient,
  OperatorRecipient,
  ReportRecipient,
  ReverseRecipient,
  SendRecipient,
} from '#mail/recipient/recipient-kinds.ts';
import { describeReply, smtpReplies } from '#mail/smtp-replies.ts';
import type { Clock } from '#platform/clock.ts';
import type { RecipientDecision } from '#protocol/smtp-server/session-policy.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** What it takes to say what a recipient's address means. */
export interface RecipientContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly domains: DomainDirectory;
  readonly findAlias: FindAlias;
  /** What becomes of names that are no alias. */
  readonly newNames: NewNameContext;
  readonly tracer: Tracer;
  /** An alias without a confirmed target, of a suspended account or on a lost domain is answered 450 for this long, then 550. */
  readonly confirmationGraceMs: number;
}

/** What a local recipient address means, decided at RCPT. */
export type Recipient =
  | AliasRecipient
  | NewNameRecipient
  | OperatorRecipient
  | ReportRecipient
  | ReverseRecipient
  | SendRecipient
  | BounceRecipient;

type LiveAlias = Extract<FoundAlias, { readonly id: string }>;

/** An alias, with what was found of how its mail is handled. */
export interface AliasRecipient extends Omit<LiveAlias, 'standing' | 'domain' | 'id' | 'deafSince' | 'routes'> {
  readonly kind: 'alias';
  readonly aliasId: string;
  /** `name@domain`, lower case, without +tag. */
  readonly address: string;
  readonly domain: DomainRoute;
  /** Paused: accept, then drop silently. */
  readonly paused: boolean;
  /** Where its mail goes; empty when paused. */
  readonly routes: readonly AliasRoute[];
}

function accept<Kind extends Recipient>(recipient: Kind): RecipientDecision<Kind> {
  return { accepted: true, recipient };
}
function refuse(reply: SmtpReply): { readonly accepted: false; readonly reply: SmtpReply } {
  return { accepted: false, reply };
}

/**
 * Decides about an address given in RCPT TO, by what stands in the database now. Unknown, deleted and never given
 * addresses are refused alike; a paused alias is accepted, and its mail dropped later. Every well-formed reverse address
 * is accepted, known or not; a send address as its alias is; a bounce address only when we made it lately.
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

/** Takes mail, or will: one that has ended, or whose account is stopped, leaves a role to the operator. */
const standing: ReadonlySet<FoundAlias['standing']> = new Set(['live', 'paused', 'unconfirmed']);

/** Whoever has a domain may have any name on it, and no one else who makes aliases there. */
function isOwnersAlias(alias: FoundAlias): boolean {
  if (alias.standing === 'foreign' || alias.standing === 'unknown') return false;
  return standing.has(alias.standing) && alias.domain !== null && alias.userId === alias.domain.ownerId;
}

/** A domain of ours, or of an account, for what no alias is needed for. A bare `postmaster` belongs to the first one (RFC 5321 §4.5.1). */
async function findDomain(
  context: RecipientContext,
  parsed: OwnKind,
): Promise<{ readonly domain: DomainRoute; readonly isAlias: boolean } | SmtpReply> {
  const { domains } = context;
  const given = parsed.domain?.toLowerCase() ?? null;
  const shared = given === null ? domains.all()[0] : domains.find(given);
  if (given === null || shared) {
    return shared ? { domain: { id: shared.id, name: shared.name }, isAlias: false } : smtpReplies.notOurDomain;
  }
  const local = parsed.kind === 'role' ? parsed.local : '';
  const alias = await context.findAlias({ local, domainName: given });
  if (alias.standing === 'foreign' || alias.domain === null) return smtpReplies.notOurDomain;
  const { id, state, since } = alias.domain;
  if (state === 'lost') return refuseForNow(context, since, smtpReplies.domainLost);
  return { domain: { id, name: given }, isAlias: isOwnersAlias(alias) };
}

/** What no alias is needed for, though a role may be one's. */
async function resolveOwnKind(
  context: RecipientContext,
  parsed: OwnKind,
  reversePath: string,
): Promise<RecipientDecision<Recipient>> {
  const found = await findDomain(context, parsed);
  if (!('domain' in found)) return refuse(found);
  const { domain, isAlias } = found;
  switch (parsed.kind) {
    case 'role':
      if (isAlias) return resolveAlias(context, parsed.local, domain.name);
      return accept({ kind: 'operator', address: `${parsed.local}@${domain.name}`, domain });
    case 'reverse': {
      const { token } = parsed;
      return accept({ kind: 'reverse', token, address: reverseAddress(token, domain.name), domain });
    }
    case 'bounce':
      return resolveBounce(context, parsed.token, domain, reversePath);
    case 'invalid':
      return refuse(smtpReplies.unknownRecipient);
  }
}

/**
 * Reports have the null reverse-path. From another one, what comes to the bounce address of a message that an owner sent
 * is mail to that alias, like an answer to it. That of a forwarded message only its target's own server knows: what
 * answers there by itself would go back to the very inbox.
 */
async function resolveBounce(
  context: RecipientContext,
  token: string,
  domain: DomainRoute,
  reversePath: string,
): Promise<RecipientDecision<Recipient>> {
  const { clock, database, keys } = context;
  const made = readBounceAddress(keys, { token, domain: domain.name }, new Date(clock.now()));
  if (made === null) return refuse(smtpReplies.unknownRecipient);
  if (reversePath === '') return accept({ kind: 'bounce', ...made, address: `b=${token}@${domain.name}`, domain });
  if (made.of === 'forward') return refuse(smtpReplies.unknownRecipient);
  const alias = await findBounced(database, made);
  if (alias === null) return refuse(smtpReplies.unknownRecipient);
  return resolveAlias(context, alias.local, alias.domain);
}

/** What may come back, for as long as its sender may be asked to wait. */
function refuseForNow({ clock, confirmationGraceMs }: RecipientContext, since: Date, reply: SmtpReply): SmtpReply {
  return clock.now() - since.getTime() < confirmationGraceMs ? reply : smtpReplies.unknownRecipient;
}

/**
 * The alias of a name, as it stands, or the name that its mail may make one of. `forOwner`: who asks for mail that came
 * before gets it by an alias that has ended, too. @throws Error when the database does not answer.
 */
export async function resolveAlias(
  context: RecipientContext,
  local: string,
  domainName: string,
  forOwner = false,
): Promise<RecipientDecision<AliasRecipient | NewNameRecipient>> {
  const shared = context.domains.find(domainName);
  const wanted = shared === null ? { local, domainName: domainName.toLowerCase() } : { local, domainId: shared.id };
  const alias = await context.findAlias(wanted);
  if (alias.standing === 'foreign') return refuse(smtpReplies.notOurDomain);
  // All names of a domain that was lost, given and never given, alike.
  if (alias.domain?.state === 'lost') {
    return refuseFound(context, alias, refuseForNow(context, alias.domain.since, smtpReplies.domainLost));
  }
  const domain = { id: (shared ?? alias.domain)?.id ?? '', name: domainName.toLowerCase() };
  if (alias.standing !== 'unknown') return resolveFound(context, alias, { local, domain, forOwner });
  const mayBeMade = alias.domain !== null && alias.domain.catchAll !== 'off';
  return mayBeMade ? resolveNewName(context, { local, domain }) : refuse(smtpReplies.unknownRecipient);
}

/** By catch-all and the rules of its domain. Nothing is written before its mail passed its verdict. */
async function resolveNewName(
  context: RecipientContext,
  name: NewName,
): Promise<RecipientDecision<AliasRecipient | NewNameRecipient>> {
  const { local, domain } = name;
  const found = await findNewName(context.newNames, name);
  switch (found.standing) {
    case 'new':
      return accept({ kind: 'new', ...name, address: `${local}@${domain.name}` });
    case 'made': {
      const alias = await context.findAlias({ local, domainName: domain.name });
      const isThere = alias.standing !== 'foreign' && alias.standing !== 'unknown';
      return isThere ? resolveFound(context, alias, name) : refuse(smtpReplies.notConfirmedYet);
    }
    case 'later':
      return refuse(
        found.since === null
          ? smtpReplies.notConfirmedYet
          : refuseForNow(context, found.since, smtpReplies.notConfirmedYet),
      );
    case 'unknown':
      return refuse(smtpReplies.unknownRecipient);
  }
}

/** An owner who watches the alias sees why its mail does not come. */
function refuseFound({ tracer }: RecipientContext, alias: FoundAlias, reply: SmtpReply) {
  const line = { event: 'recipient', outcome: 'refuse', verdict: null, reply: describeReply(reply) } as const;
  if ('id' in alias && alias.traced) tracer.note(alias.id, line);
  return refuse(reply);
}

async function acceptEnded(
  context: RecipientContext,
  recipient: Omit<AliasRecipient, 'paused' | 'routes'>,
): Promise<RecipientDecision<AliasRecipient>> {
  const present = await findPresentRoutes(context, recipient.aliasId, null);
  const routes = present.standing === 'unknown' ? [] : present.targets.flatMap(({ route }) => route ?? []);
  return accept({ ...recipient, paused: false, routes });
}

async function resolveFound(
  context: RecipientContext,
  alias: LiveAlias,
  { local, domain, forOwner = false }: NewName & { readonly forOwner?: boolean },
): Promise<RecipientDecision<AliasRecipient>> {
  const { standing, id: aliasId, deafSince, routes, ...facts } = alias;
  const recipient = { kind: 'alias', aliasId, address: `${local}@${domain.name}`, ...facts, domain } as const;
  switch (standing) {
    case 'live':
      return accept({ ...recipient, paused: false, routes });
    case 'paused':
      return accept({ ...recipient, paused: true, routes: [] });
    case 'unconfirmed':
    case 'suspended':
      return refuseFound(context, alias, refuseForNow(context, deafSince, smtpReplies.notConfirmedYet));
    case 'ended':
    case 'leaving':
    case 'lost':
      if (standing === 'ended' && forOwner) return acceptEnded(context, recipient);
      return refuseFound(context, alias, smtpReplies.unknownRecipient);
  }
}
