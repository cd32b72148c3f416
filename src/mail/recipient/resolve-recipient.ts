import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import type { AliasRoute, FindAlias } from '#core/aliases/standing/find-alias.ts';
import type { MailDomain, DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import { type BouncedName, parseRecipient, readBounceAddress, reverseAddress } from '#mail/recipient/address-forms.ts';
import { findBounced } from '#mail/recipient/find-bounced.ts';
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
  readonly tracer: Tracer;
  /** An alias without a confirmed target, or of a suspended account, is answered 450 for this long, then 550. */
  readonly confirmationGraceMs: number;
}

/** What a local recipient address means, decided at RCPT. */
export type Recipient = AliasRecipient | OperatorRecipient | ReverseRecipient | SendRecipient | BounceRecipient;

export interface AliasRecipient {
  readonly kind: 'alias';
  readonly aliasId: string;
  readonly userId: string;
  /** When the account was opened. */
  readonly ownerSince: Date;
  /** `name@domain`, lower case, without +tag. */
  readonly address: string;
  readonly domain: DomainRoute;
  /** Mail came to this name before, or went out in it. */
  readonly everUsed: boolean;
  /** Paused: accept, then drop silently. */
  readonly paused: boolean;
  /** From and signed parts stay as they are. */
  readonly transparent: boolean;
  /** False: spool first, whatever the installation does. */
  readonly cutThrough: boolean;
  /** Its owner has blocked somebody. */
  readonly blocksContacts: boolean;
  /** Rules about senders are for it. */
  readonly hasRules: boolean;
  /** How long its owner holds what would be refused; 0: not at all; null: was not asked yet. */
  readonly holdDays: number | null;
  /** Its owner watches what becomes of its mail. */
  readonly traced: boolean;
  /** Where its mail goes; empty when paused. */
  readonly routes: readonly AliasRoute[];
}

/** `reply=TOKEN@`: one correspondent of one alias. Says nothing about whether the token is known. */
interface ReverseRecipient {
  readonly kind: 'reverse';
  readonly token: string;
  readonly address: string;
  readonly domain: DomainRoute;
}

/** `name+bob=example.com@`: somebody whom the owner of an alias writes to. Says nothing about who writes. */
interface SendRecipient {
  readonly kind: 'send';
  readonly aliasId: string;
  readonly correspondent: string;
  /** In lower case. */
  readonly address: string;
  readonly domain: DomainRoute;
}

/** `b=TOKEN@` that we made within the last days, under the null reverse-path. */
export interface BounceRecipient extends BouncedName {
  readonly kind: 'bounce';
  readonly address: string;
  readonly domain: DomainRoute;
}

/** Mail to postmaster@, abuse@ and the like goes to OPERATOR_EMAIL. */
export interface OperatorRecipient {
  readonly kind: 'operator';
  readonly address: string;
  readonly domain: DomainRoute;
}

interface DomainRoute {
  readonly id: string;
  /** A-label. */
  readonly name: string;
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
  const found = findDomain(context, parsed.domain);
  if (found === null) return refuse(smtpReplies.notOurDomain);
  const domain = { id: found.id, name: found.name };
  switch (parsed.kind) {
    case 'role':
      return accept({ kind: 'operator', address: `${parsed.local}@${domain.name}`, domain });
    case 'alias':
      return resolveAlias(context, parsed.local, domain);
    case 'send': {
      const alias = await resolveAlias(context, parsed.local, domain);
      if (!alias.accepted) return alias;
      const { correspondent } = parsed;
      const written = `${parsed.local}+${correspondent.replace('@', '=')}@${domain.name}`.toLowerCase();
      return accept({ kind: 'send', aliasId: alias.recipient.aliasId, correspondent, address: written, domain });
    }
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

/** A bare `postmaster` belongs to the first domain (RFC 5321 §4.5.1). */
function findDomain({ domains }: RecipientContext, name: string | null): MailDomain | null {
  return name === null ? (domains.all()[0] ?? null) : domains.find(name);
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
  return resolveAlias(context, alias.local, { id: alias.domainId, name: alias.domain });
}

async function resolveAlias(
  context: RecipientContext,
  local: string,
  domain: DomainRoute,
): Promise<RecipientDecision<AliasRecipient>> {
  const alias = await context.findAlias({ local, domainId: domain.id });
  if (alias.standing === 'unknown') return refuse(smtpReplies.unknownRecipient);
  const { id: aliasId, userId, ownerSince, everUsed, transparent, cutThrough, blocksContacts, routes } = alias;
  const { hasRules, holdDays, traced } = alias;
  const address = `${local}@${domain.name}`;
  const recipient = {
    kind: 'alias',
    aliasId,
    userId,
    ownerSince,
    address,
    domain,
    everUsed,
    transparent,
    cutThrough,
    blocksContacts,
    hasRules,
    holdDays,
    traced,
  } as const;
  switch (alias.standing) {
    case 'live':
      return accept({ ...recipient, paused: false, routes });
    case 'paused':
      return accept({ ...recipient, paused: true, routes: [] });
    case 'unconfirmed':
    case 'suspended': {
      const isNew = context.clock.now() - alias.deafSince.getTime() < context.confirmationGraceMs;
      const reply = isNew ? smtpReplies.notConfirmedYet : smtpReplies.unknownRecipient;
      if (traced) {
        const line = { event: 'recipient', outcome: 'refuse', verdict: null, reply: describeReply(reply) } as const;
        context.tracer.note(aliasId, line);
      }
      return refuse(reply);
    }
    case 'leaving':
      return refuse(smtpReplies.unknownRecipient);
  }
}
