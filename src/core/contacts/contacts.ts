import { accountFaults } from '#contract/account-faults.ts';
import type { Contact } from '#contract/aliases.ts';
import { parseCorrespondent } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { getOwnRow } from '#core/alias-rows/read-rows.ts';
import type { CorrespondentAlias, Correspondents } from '#core/contacts/correspondents.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { checkNewRecipients } from '#core/limits/sending-limits.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** What the rules about correspondents need. */
export interface ContactContext extends Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> {
  readonly limiter: RateLimiter;
  readonly correspondents: Correspondents;
}

/** A correspondent as the account that is signed in names it. */
export interface OwnContact {
  readonly aliasId: string;
  readonly userId: string;
  /** As it was typed. */
  readonly address: string;
}

/**
 * Counts the wish and reads who is meant, and whether they are known. Whoever is new counts as a new recipient, since mail may be sent to them.
 * @throws AppError rate_limited, not_found for a foreign alias as for an unknown one, invalid_input.
 */
async function readOwnContact(
  context: ContactContext,
  { aliasId, userId, address }: OwnContact,
): Promise<{ readonly alias: CorrespondentAlias; readonly correspondent: string; readonly existed: boolean }> {
  const { database, limiter, correspondents } = context;
  await limiter.take('contactsPerUser', { userId });
  const row = await getOwnRow(database.db, { aliasId, userId }, ['address', 'domain']);
  const parsed = parseCorrespondent(address);
  const fault = (text: string): AppError => new AppError('invalid_input', { errors: { address: [text] } });
  if (parsed === null) throw fault(accountFaults.email);
  const alias = { id: aliasId, userId, ...row };
  if (parsed.normalised === alias.address) throw fault(aliasFaultTexts.contactIsAlias);
  const correspondent = parsed.address;
  const existed = (await correspondents.find(alias, correspondent)) !== null;
  if (!existed) {
    const refusal = await checkNewRecipients(context, userId, 1);
    if (refusal !== null)
      throw new AppError('rate_limited', refusal.until === null ? {} : { resetTime: refusal.until });
  }
  return { alias, correspondent, existed };
}

interface AddedContact extends Contact {
  readonly id: string;
  /** It was known before. */
  readonly existed: boolean;
}

/** Makes a correspondent known, if it is not. @throws AppError rate_limited, not_found, invalid_input. */
export async function addContact(context: ContactContext, contact: OwnContact): Promise<AddedContact> {
  const { alias, correspondent, existed } = await readOwnContact(context, contact);
  const known = await context.correspondents.add(alias, correspondent);
  if (known === null) throw new AppError('rate_limited');
  return { address: correspondent, ...known, existed };
}

/**
 * The reverse address under which an alias of this account writes to a correspondent, who need not have written before.
 * @throws AppError rate_limited, not_found, invalid_input.
 */
export async function createContact(context: ContactContext, contact: OwnContact): Promise<Contact> {
  const { address, reverseAddress, blocked } = await addContact(context, contact);
  return { address, reverseAddress, blocked };
}

/**
 * Drops what a correspondent sends to an alias of this account from now on, or no longer. The correspondent is told
 * nothing.
 * @throws AppError rate_limited, not_found, invalid_input.
 */
export async function blockContact(context: ContactContext, contact: OwnContact, blocked: boolean): Promise<Contact> {
  const { alias, correspondent } = await readOwnContact(context, contact);
  const known = await context.correspondents.setBlocked(alias, correspondent, blocked);
  if (known === null) throw new AppError('rate_limited');
  return { address: correspondent, reverseAddress: known.reverseAddress, blocked: known.blocked };
}
