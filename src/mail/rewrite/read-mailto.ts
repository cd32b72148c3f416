import { parseAddress } from '#protocol/message/address.ts';

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The first address of a mailto link (RFC 6068), leniently: the scheme may be missing, angle brackets may stand around
 * it. Null when there is none. Never throws.
 */
export function readMailto(link: string): string | null {
  const [recipients = ''] = link
    .trim()
    .replace(/^mailto:/i, '')
    .split(/[?,]/, 1);
  return parseAddress(percentDecode(recipients).replace(/^<(.*)>$/s, '$1'));
}
