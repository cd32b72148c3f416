import type { Config } from '#config/config.ts';
import type { CertificateHealth, DomainHealth, RecordState } from '#contract/operator.ts';
import { certificateNames, readCertificates } from '#core/certificates/certificates.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory, type MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecords } from '#core/domains/domain-records.ts';
import { parseKeyRecord } from '#protocol/dkim/dkim-keys.ts';
import { findDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import type { DnsAnswer, Resolver } from '#protocol/dns/resolver.ts';
import { parseStsRecord } from '#protocol/smtp-client/mta-sts.ts';

/** What the health of domains and certificates is read from, beside the database. */
export interface HealthSources {
  readonly config: Pick<Config, 'acme' | 'dkimEd25519' | 'mailHostname' | 'publicUrl' | 'httpsPort' | 'roles'>;
  readonly resolver: Resolver;
}

/** More are not looked up at once. */
const maxDomains = 200;

/** `none`: the answer holds no record of that kind. */
function stateOf<T>(
  answer: DnsAnswer<T>,
  judge: (records: readonly T[]) => Exclude<RecordState, 'unknown'>,
): RecordState {
  if (answer.kind === 'trouble') return 'unknown';
  return judge(answer.kind === 'found' ? answer.records : []);
}

function isThere(found: boolean): 'ok' | 'missing' {
  return found ? 'ok' : 'missing';
}

/** Each key that signs now must stand there: receivers check the one they like. */
async function checkDkim(resolver: Resolver, domain: MailDomain): Promise<RecordState> {
  const states = await Promise.all(
    dkimRecords(domain.name, domain).map(async ({ name, value }) => {
      const own = parseKeyRecord(value);
      const isOwn = (text: string): boolean => {
        const key = parseKeyRecord(text);
        return typeof key === 'object' && typeof own === 'object' && key.key.equals(own.key);
      };
      return stateOf(await resolver.txt(name), (texts) => {
        if (texts.some(isOwn)) return 'ok';
        return texts.length === 0 ? 'missing' : 'other';
      });
    }),
  );
  return states.find((state) => state !== 'ok') ?? 'ok';
}

async function checkDomain({ config, resolver }: HealthSources, domain: MailDomain): Promise<DomainHealth> {
  const { name, retired } = domain;
  const [mx, texts, dkim, dmarc, sts] = await Promise.all([
    resolver.mx(name),
    resolver.txt(name),
    checkDkim(resolver, domain),
    resolver.txt(`_dmarc.${name}`),
    resolver.txt(`_mta-sts.${name}`),
  ]);
  const records = {
    mx: stateOf(mx, (hosts) => {
      if (hosts.some(({ exchange }) => exchange === config.mailHostname)) return 'ok';
      return hosts.length === 0 ? 'missing' : 'other';
    }),
    spf: stateOf(texts, (all) => isThere(all.some((text) => /^v=spf1(?: |$)/iu.test(text)))),
    dkim,
    dmarc: stateOf(dmarc, (all) => isThere(findDmarcRecord(all) !== null)),
    mtaSts: stateOf(sts, (all) => isThere(parseStsRecord(all) !== null)),
  };
  return { name, retired, records };
}

async function checkCertificates(
  core: CoreContext,
  { config }: HealthSources,
  domains: readonly MailDomain[],
): Promise<CertificateHealth[]> {
  const names =
    config.acme === null
      ? []
      : certificateNames(
          config,
          domains.map(({ name }) => name),
        );
  const known = names.length === 0 ? [] : await readCertificates(core, names);
  return names.map((name) => {
    const found = known.find((one) => one.name === name);
    const endsAt = found?.endsAt ?? null;
    const ended = endsAt !== null && endsAt.getTime() <= core.clock.now();
    return { name, endsAt: endsAt?.toISOString() ?? null, ended, failure: found?.failure ?? null };
  });
}

/** How DNS stands for each of our domains, and the certificates that this program gets by itself. `doctor` looks deeper. */
export async function checkHealth(
  core: CoreContext,
  sources: HealthSources,
): Promise<{ readonly domains: DomainHealth[]; readonly certificates: CertificateHealth[] }> {
  const directory = await createDomainDirectory(core, sources.config);
  directory.close();
  const all = directory.all().slice(0, maxDomains);
  return {
    domains: await Promise.all(all.map((domain) => checkDomain(sources, domain))),
    certificates: await checkCertificates(core, sources, all),
  };
}
