import type { ForwardContext, ForwardOrder, ForwardRecipient, ForwardShare } from '#mail/forward/forward-order.ts';
import { makeUnsubscribeLink } from '#core/unsubscribe/unsubscribe-token.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

/**
 * What the owner of an alias wants behind the unsubscribe button of a message; null: what its author put there. Whom it blocks is whom
 * blocked contacts are compared with: the author.
 */
export function unsubscribeLinkOf(
  { keys, settings }: ForwardContext,
  { author }: ForwardOrder,
  { now }: ForwardShare,
  { aliasId, userId, unsubscribe }: ForwardRecipient,
): string | null {
  const parts = { keys, publicUrl: settings.publicUrl, nowMs: now.getTime() };
  return makeUnsubscribeLink(parts, unsubscribe, { aliasId, userId, sender: author.address });
}

/** The owner's own button, with one click where RFC 8058 §3.1 lets it be: behind https alone. */
export function unsubscribeFields(link: string | null): HeaderField[] {
  if (link === null) return [];
  const field = makeField('List-Unsubscribe', `<${link}>`);
  if (!link.startsWith('https:')) return [field];
  return [field, makeField('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')];
}

/** A message has one such field (RFC 2369): the author's makes room under a name that no program makes a button of. */
export function setAside(field: HeaderField | null): HeaderField | null {
  return field && makeField('X-Kauke-List-Unsubscribe', fieldText(field));
}

export function hasUnsubscribe({ fields }: RawMessage): boolean {
  return fields.some(({ key }) => key === 'list-unsubscribe');
}
