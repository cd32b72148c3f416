import type { Config } from '#config/config.ts';
import type { CertificateHealth, DomainHealth } from '#contract/operator.ts';
import { readOwnCertificates } from '#core/certificates/certificates.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory, type MailDomain } from '#core/domains/domain-directory.ts';
import { readMailHosts } from '#core/watch/watch-state.ts';
import { readDomain, type DomainSources } from '#main/health/read-domain.ts';

/** What the health of domains and certificates is read from, beside the database. */
export interface HealthSources extends Pick<DomainSources, 'resolver'> {
  readonly config: DomainSources['config'] &
    Pick<
      Config,
      'acme' | 'dkimEd25519' | 'improvmx' | 'mailHostname' | 'publicUrl' | 'httpsPort' | 'roles' | 'mailboxPort'
    >;
}

/** More are not looked up. */
const maxDomains = 200;
/** A DNS server that is asked about a hundred at once may leave some out. */
const atOnce = 10;

async function checkDomain(sources: DomainSources, domain: MailDomain): Promise<DomainHealth> {
  const { mx, spf, dkim, dmarc, mtaSts } = await readDomain(sources, domain);
  const key = dkim.find(({ state }) => state !== 'ok')?.state ?? 'ok';
  return {
    name: domain.name,
    retired: domain.retired,
    records: { mx: mx.state, spf: spf.state, dkim: key, dmarc: dmarc.state, mtaSts },
  };
}

async function checkCertificates(
  core: CoreContext,
  { config }: HealthSources,
  domains: readonly MailDomain[],
): Promise<CertificateHealth[]> {
  const names = domains.map(({ name }) => name);
  const found = await readOwnCertificates(core, config, names);
  return found.map(({ name, certificate, endsAt }) => ({
    name,
    endsAt: endsAt?.toISOString() ?? null,
    ended: endsAt !== null && endsAt.getTime() <= core.clock.now(),
    failure: certificate?.failure ?? null,
  }));
}

/** How DNS stands for each of our domains, and the certificates that this program gets by itself. */
export async function checkHealth(
  core: CoreContext,
  sources: HealthSources,
): Promise<{ readonly domains: DomainHealth[]; readonly certificates: CertificateHealth[] }> {
  const directory = await createDomainDirectory(core, sources.config);
  directory.close();
  const all = directory.all().slice(0, maxDomains);
  const hosts = await readMailHosts(core.database, core.clock.now());
  const domains: DomainHealth[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    const next = all.slice(from, from + atOnce).map((domain) => checkDomain({ ...sources, hosts }, domain));
    domains.push(...(await Promise.all(next)));
  }
  return { domains, certificates: await checkCertificates(core, sources, all) };
}
