import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import type { AliasRoute, FindAlias, FoundAlias } from '#core/aliases/standing/find-alias.ts';
import { findPresentRoutes } from '#core/aliases/standing/find-present-routes.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { findNewName, type NewNameContext } from '#core/rules/new-names.ts';
import type { NewName } from '#core/rules/read-new-name.ts';
import type { Database } from '#database/database.ts';
import type { DomainKeys, NewNameRecipient } from '#mail/recipient/recipient-kinds.ts';
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

type LiveAlias = Extract<FoundAlias, { readonly id: string }>;

/** An alias, with what was found of how its mail is handled. */
export interface AliasRecipient extends Omit<
  LiveAlias,
  'standing' | 'domain' | 'id' | 'othersRole' | 'rejectingSince' | 'routes'
> {
  readonly kind: 'alias';
  readonly aliasId: string;
  /** `name@domain`, lower case, without +tag. */
  readonly address: string;
  readonly domain: DomainKeys;
  /** Paused: accept, then drop silently. */
  readonly paused: boolean;
  /** Where its mail goes; empty when paused. */
  readonly routes: readonly AliasRoute[];
}

export function accept<const Kind extends { readonly kind: string }>(recipient: Kind): RecipientDecision<Kind> {
  return { accepted: true, recipient };
}
export function refuse(reply: SmtpReply): { readonly accepted: false; readonly reply: SmtpReply } {
  return { accepted: false, reply };
}

/** What may come back, for as long as its sender may be asked to wait. */
export function refuseForNow(
  { clock, confirmationGraceMs }: RecipientContext,
  since: Date,
  reply: SmtpReply,
): SmtpReply {
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
export async function resolveNewName(
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
  const { standing, id: aliasId, othersRole: _othersRole, rejectingSince, routes, ...facts } = alias;
  const recipient = { kind: 'alias', aliasId, address: `${local}@${domain.name}`, ...facts, domain } as const;
  switch (standing) {
    case 'live':
      return accept({ ...recipient, paused: false, routes });
    case 'paused':
      return accept({ ...recipient, paused: true, routes: [] });
    case 'unconfirmed':
    case 'suspended':
      return refuseFound(context, alias, refuseForNow(context, rejectingSince, smtpReplies.notConfirmedYet));
    case 'ended':
    case 'leaving':
    case 'lost':
      if (standing === 'ended' && forOwner) return acceptEnded(context, recipient);
      return refuseFound(context, alias, smtpReplies.unknownRecipient);
  }
}
