import { readDomains } from '#cli/read-domains.ts';
import { renderDnsRecords } from '#cli/render-dns-records.ts';
import { withDomains, type DomainCommandContext } from '#cli/with-domains.ts';

/**
 * `dkim`: prints the DNS records to publish for every domain, those retired included, as their aliases live on.
 * @throws StartError one clear line.
 */
export async function printDkim(context: DomainCommandContext, print: (line: string) => void): Promise<void> {
  const domains = await withDomains(context, readDomains);
  print(renderDnsRecords(domains, context.config));
}
