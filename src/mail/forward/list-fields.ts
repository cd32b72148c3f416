import type { ContactBook } from '#mail/forward/contact-book.ts';
import { readMailto } from '#mail/rewrite/read-mailto.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import type { ForwardContext, ForwardOrder, ForwardRecipient, ForwardShare } from '#mail/forward/forward-order.ts';
import { makeUnsubscribeLink } from '#core/unsubscribe/unsubscribe-token.ts';

/** A link that would not fit into one line of 998 octets is left out. */
const maxLinkOctets = 900;

/** What a mailto link may preset; others (cc, bcc, to) would name people (RFC 6068 §2). */
const harmlessHeaders = new Set(['subject', 'body']);

function isWebLink(link: string): boolean {
  return /^https?:\/\//i.test(link) && Buffer.byteLength(link) <= maxLinkOctets;
}

/** The links of a List-* field (RFC 2369 §2), without brackets and the blanks that folding left in them. */
function linksOf(field: HeaderField): string[] {
  return Array.from(fieldText(field).matchAll(/<([^<>]*)>/g), ([, link = '']) => link.replaceAll(/\s/g, ''));
}

/** Whether a field holds an http or https link. */
export function hasWebLink(field: HeaderField): boolean {
  return linksOf(field).some(isWebLink);
}

function harmlessQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => harmlessHeaders.has(pair.slice(0, Math.max(pair.indexOf('='), 0)).toLowerCase()))
    .map((pair) => pair.replaceAll('@', '%40'))
    .join('&');
}

/**
 * A mailto link whose mail goes to the reverse address; null when there is none. Its `=` stays as it is: RFC 6068 §2 asks
 * for %3D, but list software has always written it plainly, and not every client decodes.
 */
function turnMailto(link: string, book: ContactBook): string | null {
  const address = readMailto(link);
  const reverse = address === null ? null : book.reverseAddressOf(address);
  if (reverse === null) return null;
  const query = link.indexOf('?');
  const presets = query === -1 ? '' : harmlessQuery(link.slice(query + 1));
  const turned = `mailto:${reverse}${presets === '' ? '' : `?${presets}`}`;
  return Buffer.byteLength(turned) <= maxLinkOctets ? turned : null;
}

function turnLink(link: string, book: ContactBook): string | null {
  if (isWebLink(link)) return link;
  return /^mailto:/i.test(link) ? turnMailto(link, book) : null;
}

/**
 * A List-* field whose mail addresses are reverse addresses; null when nothing is left of it. Web links stay, and a field
 * without mail addresses stays as it is.
 */
export function turnListLinks(field: HeaderField, book: ContactBook): HeaderField | null {
  const text = fieldText(field);
  if (!text.includes('@') && !/mailto/i.test(text)) return field;
  const links = linksOf(field)
    .map((link) => turnLink(link, book))
    .filter((link) => link !== null);
  return links.length === 0 ? null : makeField(field.name, links.map((link) => `<${link}>`).join(', '));
}

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
