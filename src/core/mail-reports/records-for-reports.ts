import type { OwnReports } from '#contract/domains/mail-reports.ts';
import { reportMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import type { LookUp } from '#core/domains/domain-dns.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { isDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';

/** The one record that claims to be it; empty: there is none; null: nobody can tell, or there are several. */
function findRecord(answer: LookUp<string>, claims: (text: string) => boolean): string | null {
  if (answer.kind === 'trouble') return null;
  const [text = '', ...more] = (answer.kind === 'found' ? answer.records : []).filter((each) => claims(each));
  return more.length > 0 ? null : text;
}

const reportTag = /(^|;)\s*rua\s*=\s*([^;]*)/iu;

/** The record with one more address that reports go to; null: it is there. */
function withReports(record: string, address: string): string | null {
  const named = reportTag.exec(record)?.[2]?.trim();
  if (named === undefined) return `${record.trim().replace(/[;\s]+$/u, '')}; rua=mailto:${address}`;
  const addresses = named.split(',').map((one) => one.trim());
  if (addresses.some((one) => one.toLowerCase() === `mailto:${address}`)) return null;
  const all = [...addresses.filter((one) => one !== ''), `mailto:${address}`].join(',');
  return record.replace(reportTag, (_tag, before: string) => `${before} rua=${all}`).trim();
}

/**
 * What a domain should publish so that others report here: what stands there, with our address in it, so that no policy gets weaker. For
 * DMARC that works only where the domain of that address lets such reports come (RFC 9990); where DNS hides what stands there, nothing is said.
 */
export async function recordsForReports(
  { domainDns, domains }: OwnDomainContext,
  name: string,
): Promise<OwnReports['records']> {
  const base = domains.all()[0]?.name;
  if (base === undefined) return [];
  const places = [`_dmarc.${name}`, `_smtp._tls.${name}`, `${name}._report._dmarc.${base}`] as const;
  const [policies, tls, allowed] = await Promise.all([
    domainDns.txt(places[0]),
    domainDns.txt(places[1]),
    domainDns.txt(places[2]),
  ]);
  const wanted = [
    {
      name: places[0],
      found: findRecord(allowed, isDmarcRecord) ? findRecord(policies, isDmarcRecord) : null,
      fresh: 'v=DMARC1; p=quarantine',
      address: `${reportMailboxes.dmarc}@${base}`,
    },
    {
      name: places[1],
      found: findRecord(tls, (text) => /^v=TLSRPTv1\s*;/iu.test(text)),
      fresh: 'v=TLSRPTv1',
      address: `${reportMailboxes.tls}@${base}`,
    },
  ];
  return wanted.flatMap(({ found, fresh, address, ...place }) => {
    const value = found === null ? null : withReports(found === '' ? fresh : found, address);
    return value === null ? [] : [{ name: place.name, value }];
  });
}
