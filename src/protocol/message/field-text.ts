import { isAscii, isUtf8 } from 'node:buffer';
import type { HeaderField } from '#protocol/message/raw-message.ts';

/**
 * The value of a field, unfolded (RFC 5322 §2.2.3) and trimmed. Octets above 127 are read as UTF-8 (RFC 6532), or as
 * Latin-1 where they are not UTF-8. Encoded words stay encoded.
 */
export function fieldText(field: HeaderField): string {
  const value = field.raw.subarray(field.raw.indexOf(0x3a) + 1);
  const text = !isAscii(value) && isUtf8(value) ? value.toString('utf8') : value.toString('latin1');
  return text.replaceAll('\r\n', '').trim();
}
