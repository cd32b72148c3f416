import { readMailto } from '#mail/rewrite/read-mailto.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { findField } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** Whether an address is of the domain that vouched, or of one below it. */
export function isAuthenticatedBy(address: string, voucher: string): boolean {
  const { domain } = splitAddress(address);
  return domain === voucher || domain.endsWith(`.${voucher}`);
}

/**
 * Whom the owner answers where only who vouched is shown: the list (List-Post, RFC 2369 §3.4) where it is of the domain shown, else an
 * address that no answer goes out to (RFC 2606 §2). Never the author: nobody knows that he wrote, and his reverse address
 * is perhaps in an address book, under his name.
 */
export function answersTo({ fields }: RawMessage, voucher: string): string {
  const [, link = ''] = /<(mailto:[^<>]+)>/i.exec(findField(fields, 'list-post') ?? '') ?? [];
  const list = readMailto(link);
  return list !== null && isAuthenticatedBy(list, voucher) ? list : `nobody@${voucher}.invalid`;
}
