import { splitAddress } from '#protocol/message/parse-address.ts';

/** One spelling for all ways to write an address from `parseAddress`: the local part NFC and in lower case. */
export function normalizeAddress(address: string): string {
  const { local, domain } = splitAddress(address);
  return `${local.normalize('NFC').toLowerCase()}@${domain}`;
}
