import { submissionReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { CredentialHolder } from '#core/credentials/credential-holders.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { findContacts } from '#mail/recipient/contacts.ts';
import { decodeSendAddress, parseRecipient, reverseToken } from '#mail/recipient/address-forms.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import { normalizeAddress, parseAddress, splitAddress } from '#protocol/message/address.ts';
import type { RecipientDecision } from '#protocol/smtp-server/session-policy.ts';

/** Whom an owner writes to. */
export interface SubmissionRecipient {
  /** The address itself, opened where a reverse address was given. */
  readonly correspondent: string;
  /** Of the reverse address under which they answer. */
  readonly token: string;
  /** The alias had mail from or to them before. */
  readonly known: boolean;
}

type Decision = RecipientDecision<SubmissionRecipient>;
type Holder = Pick<CredentialHolder, 'aliasId' | 'userId' | 'address'>;

function refuse(reply: SmtpReply): Decision {
  return { accepted: false, reply };
}

/**
 * Decides about a recipient of what an alias sends: any address, or a reverse address or send address of this very alias,
 * which stands for its correspondent. Aliases of ours must exist. @throws Error when the database does not answer.
 */
export async function resolveCorrespondent(context: AsAliasContext, holder: Holder, given: string): Promise<Decision> {
  const address = parseAddress(given);
  const domain = address === null ? '' : splitAddress(address).domain;
  // No server is found for an address literal, and none is asked for (RFC 5321 §4.1.3).
  if (address === null || domain.startsWith('[')) return refuse(submissionReplies.badRecipient);
  const parsed = parseRecipient(address);
  if (context.domains.find(domain) !== null || (await context.domains.findProven(domain))?.takesMail) {
    if (parsed.kind === 'send') {
      const correspondent = decodeSendAddress(address, holder.address);
      if (correspondent === null) return refuse(submissionReplies.unknownRecipient);
      return resolveCorrespondent(context, holder, correspondent);
    }
    const local = await resolveRecipient(context, address, holder.address);
    if (!local.accepted) return local;
    if (local.recipient.kind === 'reverse') return openReverse(context, holder.aliasId, local.recipient.token);
  }
  return lookUp(context, holder, address);
}

/** Each once. */
export function distinctCorrespondents(recipients: readonly SubmissionRecipient[]): SubmissionRecipient[] {
  return [...new Map(recipients.map((recipient) => [normalizeAddress(recipient.correspondent), recipient])).values()];
}

async function openReverse(context: AsAliasContext, aliasId: string, token: string): Promise<Decision> {
  const [contact] = await findContacts(context, [token]);
  if (contact?.aliasId !== aliasId) return refuse(submissionReplies.unknownRecipient);
  if (contact.blocked) return refuse(submissionReplies.blockedRecipient);
  return { accepted: true, recipient: { correspondent: contact.correspondent, token, known: true } };
}

async function lookUp(
  context: AsAliasContext,
  { aliasId, userId, address: aliasAddress }: Holder,
  correspondent: string,
): Promise<Decision> {
  const token = reverseToken(context.keys, { userId, aliasAddress, correspondent });
  const [contact] = await findContacts(context, [token]);
  if (contact?.aliasId === aliasId && contact.blocked) return refuse(submissionReplies.blockedRecipient);
  return { accepted: true, recipient: { correspondent, token, known: contact?.aliasId === aliasId } };
}
