import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecords, type DnsRecord } from '#core/domains/domain-records.ts';

/** The DKIM records that an operator who follows all advice has published. */
export function publishedKeys(domains: readonly MailDomain[]): readonly DnsRecord[] {
  return domains.flatMap(({ name, spare, ...keys }) => [
    ...dkimRecords(name, keys),
    ...(spare === null ? [] : dkimRecords(name, spare)),
  ]);
}

/** What mailauth finds with these records: selector and result of each signature. */
export async function signaturesOf(raw: Buffer, records: readonly DnsRecord[]): Promise<string[]> {
  const resolver = async (name: string) => records.filter((record) => record.name === name).map(({ value }) => [value]);
  const { results } = await dkimVerify(raw, { resolver });
  return results.map(({ selector, status }) => `${selector} ${status.result}`);
}
