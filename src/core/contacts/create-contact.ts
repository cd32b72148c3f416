import type { Contact } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { readOwnContact, type ContactContext, type OwnContact } from '#core/contacts/own-contact.ts';

/**
 * The reverse address under which an alias of this account writes to a correspondent, who need not have written before.
 * @throws AppError rate_limited, not_found, invalid_input.
 */
export async function createContact(context: ContactContext, contact: OwnContact): Promise<Contact> {
  const { alias, correspondent } = await readOwnContact(context, contact);
  const known = await context.correspondents.add(alias, correspondent);
  if (known === null) throw new AppError('rate_limited');
  return { address: correspondent, ...known };
}
