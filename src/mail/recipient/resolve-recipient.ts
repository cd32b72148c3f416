import { smtpReplies, type SmtpReply } from '#contract/smtp-replies.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { readBounceAddress } from '#mail/recipient/bounce-address.ts';
import type { AliasRow } from '#mail/recipient/find-alias.ts';
import { parseRecipient } from '#mail/recipient/parse-recipient.ts';
import type { DomainRoute, AliasRoute, Recipient } from '#mail/recipient/recipient.ts';
import { reverseAddress } from '#mail/recipient/reverse-address.ts';
import type { RecipientContext } from '#mail/recipient/recipient-context.ts';
import type { RecipientDecision } from '#protocol/smtp-server/mx-handler.ts';

function accept(recipient: Recipient): RecipientDecision<Recipient> {
  return { accepted: true, recipient };
}
function refuse(reply: SmtpReply): RecipientDecision<Recipient> {
  return { accepted: false, reply };
}

/**
 * Decides about an address given in RCPT TO, by what stands in the database now. Unknown, deleted and never given
 * addresses are refused alike; a paused alias is accepted, and its mail dropped later. Every well-formed reverse address
 * is accepted, known or not; a bounce address only when we made it lately and the reverse-path is null (empty).
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
    case 'reverse': {
      const { token } = parsed;
      return accept({ kind: 'reverse', token, address: reverseAddress(token, domain.name), domain });
    }
    case 'bounce':
      return reversePath === '' ? resolveBounce(context, parsed.token, domain) : refuse(smtpReplies.unknownRecipient);
    case 'invalid':
      return refuse(smtpReplies.unknownRecipient);
  }
}

/** A bare `postmaster` belongs to the first domain (RFC 5321 §4.5.1). */
function findDomain({ domains }: RecipientContext, name: string | null): MailDomain | null {
  return name === null ? (domains.all()[0] ?? null) : domains.find(name);
}

function resolveBounce(
  { clock, keys }: RecipientContext,
  token: string,
  domain: DomainRoute,
): RecipientDecision<Recipient> {
  const made = readBounceAddress(keys, { token, domain: domain.name }, new Date(clock.now()));
  if (made === null) return refuse(smtpReplies.unknownRecipient);
  return accept({ kind: 'bounce', ...made, address: `b=${token}@${domain.name}`, domain });
}

async function resolveAlias(
  context: RecipientContext,
  local: string,
  domain: DomainRoute,
): Promise<RecipientDecision<Recipient>> {
  const rows = await context.findAlias({ local, domainId: domain.id });
  const [alias] = rows;
  if (alias === undefined) return refuse(smtpReplies.unknownRecipient);
  const links = alias.active ? rows.flatMap((row) => openLink(context, row)) : [];
  if (alias.active && links.length === 0) {
    const ageMs = context.clock.now() - alias.created_at.getTime();
    const isNew = ageMs < context.confirmationGraceMs;
    return refuse(isNew ? smtpReplies.notConfirmedYet : smtpReplies.unknownRecipient);
  }
  return accept({
    kind: 'alias',
    aliasId: alias.id,
    userId: alias.user_id,
    address: `${local}@${domain.name}`,
    domain,
    paused: !alias.active,
    transparent: alias.transparent,
    cutThrough: alias.cut_through,
    blocksContacts: alias.blocks_contacts,
    links,
  });
}

function openLink(
  { keys }: RecipientContext,
  { link_id, target_id, kind, fails, value_sealed }: AliasRow,
): AliasRoute[] {
  if (link_id === null || target_id === null || kind === null || value_sealed === null) return [];
  const target = keys.open(targetValueContext(target_id), value_sealed).toString();
  return [{ linkId: link_id, targetId: target_id, kind, fails: fails === true, target }];
}
