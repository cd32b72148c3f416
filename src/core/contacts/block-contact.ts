import type { Contact } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { readOwnContact, type ContactContext, type OwnContact } from '#core/contacts/own-contact.ts';

/**
 * Drops what a correspondent sends to an alias of this account from now on, or no longer. The correspondent is told
 * nothing.
 * @throws AppError rate_limited, not_found, invalid_input.
 */
export async function blockContact(context: ContactContext, contact: OwnContact, blocked: boolean): Promise<Contact> {
  const { alias, correspondent } = await readOwnContact(context, contact);
  const known = await context.correspondents.setBlocked(alias, correspondent, blocked);
  if (known === null) throw new AppError('rate_limited');
  return { address: correspondent, ...known };
}
