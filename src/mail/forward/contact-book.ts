import type { KeyRing } from '#core/keys/key-ring.ts';
import type { ReverseSpelling } from '#contract/reserved-names/reverse-names.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { isAutomatic } from '#protocol/message/is-automatic.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import type { NewContact } from '#mail/recipient/contact-store.ts';

/** Correspondents of one message that get a reverse address; the rest is shown without one. */
const maxContacts = 10;

/** The alias a message is rewritten for. */
export interface ForwardAlias {
  readonly id: string;
  readonly userId: string;
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
}

/** Hands out the reverse addresses of one message. */
export interface ContactBook {
  /** The author's, who is the first contact. */
  readonly authorToken: string;
  readonly authorReverse: string;
  /** Whom From leads to: nearly always the author. */
  readonly fromReverse: string;
  /** The reverse address of a correspondent; null when the message already has 10 others. */
  reverseAddressOf(correspondent: string, spelling?: ReverseSpelling): string | null;
  contacts(): NewContact[];
}

/**
 * The book of one message from `author` to one alias, whose From leads to `from`. First come, first served.
 */
export function openContactBook(keys: KeyRing, alias: ForwardAlias, author: string, from = author): ContactBook {
  const contacts = new Map<string, NewContact>();

  const add = (correspondent: string): NewContact => {
    const token = reverseToken(keys, { userId: alias.userId, aliasAddress: alias.address, correspondent });
    const contact = { token, correspondent };
    contacts.set(normalizeAddress(correspondent), contact);
    return contact;
  };

  const { token: authorToken } = add(author);
  const fromToken = from === author ? authorToken : add(from).token;
  return {
    authorToken,
    authorReverse: reverseAddress(authorToken, alias.domain),
    fromReverse: reverseAddress(fromToken, alias.domain),
    reverseAddressOf(correspondent, spelling = 'equals') {
      const known = contacts.get(normalizeAddress(correspondent));
      if (!known && contacts.size === maxContacts) return null;
      return reverseAddress((known ?? add(correspondent)).token, alias.domain, spelling);
    },
    contacts: () => [...contacts.values()],
  };
}

/** By which mail of a list is known. */
const listField = /^list-(?:id|post|help|archive|owner|subscribe|unsubscribe)$/;

/**
 * Whether a note by which an inbox answers a message reaches its author: where the owner lets automatic replies out, and somebody wrote
 * it to them. What no person wrote, a list sent on, was held for days, is spam or may be of somebody else is answered by nobody.
 */
export function isNoted(
  {
    autoReplies,
    heldFor,
    spam,
  }: { readonly autoReplies: boolean; readonly heldFor: string | null; readonly spam: boolean },
  { message, received: { envelope }, unverified }: Pick<VerifiedMessage, 'message' | 'received' | 'unverified'>,
): boolean {
  if (!autoReplies || heldFor !== null || spam || unverified || isAutomatic(message, envelope.reversePath))
    return false;
  return !message.fields.some(({ key }) => listField.test(key));
}
