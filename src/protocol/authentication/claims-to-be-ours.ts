import { domainToUnicode } from 'node:url';
import { fieldText } from '#protocol/message/field-text.ts';
import type { HeaderField } from '#protocol/message/raw-message.ts';

/** What can stand around a name in such a field. */
const separators = /[\s"'(),/:;<=>@[\]]+/;

/**
 * Whether a field is an Authentication-Results that may be read as written by us. It is removed from what comes in
 * (RFC 8601 §5). Parsers differ about comments, quotes and Unicode, so our name anywhere in it is enough.
 */
export function claimsToBeOurs(field: HeaderField, hostname: string): boolean {
  if (field.key !== 'authentication-results') return false;
  const ours = hostname.toLowerCase();
  const names = [ours, domainToUnicode(ours)].flatMap((name) => [name, `${name}.`]);
  return fieldText(field)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\\', '')
    .replaceAll('\u3002', '.')
    .split(separators)
    .some((word) => names.includes(word));
}
