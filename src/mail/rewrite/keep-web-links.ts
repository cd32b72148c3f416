import { makeField } from '#mail/message/edit-header.ts';
import { fieldText } from '#mail/message/field-text.ts';
import type { HeaderField } from '#mail/message/raw-message.ts';

/** A link that would not fit into one line of 998 octets is left out. */
const maxLinkOctets = 900;

const isWebLink = (link: string): boolean => /^https?:\/\//i.test(link) && Buffer.byteLength(link) <= maxLinkOctets;

/** The http and https links of a List-* field (RFC 2369 §2), without brackets. */
export const webLinks = (field: HeaderField): string[] =>
  Array.from(fieldText(field).matchAll(/<([^<>]*)>/g), ([, link = '']) => link.replaceAll(/\s/g, '')).filter(isWebLink);

/**
 * Takes everything but web links out of a List-* field, since mail to a list's address would come from the owner's real
 * one; null when nothing is left. A field without mail addresses stays as it is.
 */
export const keepWebLinks = (field: HeaderField): HeaderField | null => {
  const text = fieldText(field);
  if (!text.includes('@') && !/mailto/i.test(text)) return field;
  const links = webLinks(field);
  return links.length === 0 ? null : makeField(field.name, links.map((link) => `<${link}>`).join(', '));
};
