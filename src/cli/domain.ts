import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import { renderDnsRecords } from '#cli/render-dns-records.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import { values } from '#config/variable-values.ts';
import { hostKey } from '#core/certificates/certificate-keys.ts';
import type { CoreContext } from '#core/core-context.ts';
import { addDomain, type AddedDomain, retireDomain, type RetiredDomain } from '#core/domains/domains.ts';
import { keyDigest } from '#protocol/x509/certificate-facts.ts';

/** What the records depend on beside the domains. The key of the mail host is made now if there is none. */
export async function readDnsSettings(core: CoreContext, config: Config) {
  const isOurs = config.acme !== null && config.improvmx === null;
  return { ...config, keyDigest: isOurs ? keyDigest(await hostKey(core, config.mailHostname)) : null };
}

type Print = (line: string) => void;

export const effect = 'Programs that run know it within 30 seconds; none needs a restart.';

/** @throws StartError one clear line. */
export function readName(text: string): string {
  const [name, ...more] = values.domains.safeParse(text).data ?? [];
  if (name === undefined || more.length > 0) throw new StartError(`"${text}" is not a domain name.`);
  return name;
}

const addedLines: Record<Exclude<AddedDomain, 'taken'>, (name: string) => string> = {
  added: (name) => `${name} is added. ${effect} Publish these records first:`,
  restored: (name) => `${name} takes new aliases again. ${effect} Its records:`,
  present: (name) => `${name} is there already. Its records:`,
};

/**
 * `domain add NAME`: adds a domain for aliases and prints the DNS records to publish for it.
 * @throws StartError one clear line.
 */
export async function runDomainAdd(context: DomainCommandContext, text: string, print: Print): Promise<void> {
  const { config } = context;
  const name = readName(text);
  if (config.operatorEmail?.endsWith(`@${name}`)) {
    throw new StartError(`OPERATOR_EMAIL is on ${name}; its mail would come back here. Change it first.`);
  }
  await withDomains(context, async (core) => {
    const added = await addDomain(core, name);
    if (added === 'taken') throw new StartError(`${name} is a domain of one of your accounts.`);
    const domains = (await readDomains(core, config)).filter((domain) => domain.name === name);
    print(`${addedLines[added](name)}\n\n${renderDnsRecords(domains, await readDnsSettings(core, config))}`);
  });
}

const refusals: Partial<Record<RetiredDomain, (name: string) => string>> = {
  unknown: (name) => `${name} is none of the domains here.`,
  last: (name) => `${name} is the last domain for new aliases. Add another one first.`,
};

/**
 * `domain retire NAME`: gives no new alias on a domain any more; those it has go on to forward.
 * @throws StartError one clear line.
 */
export async function runDomainRetire(context: DomainCommandContext, text: string, print: Print): Promise<void> {
  const name = readName(text);
  const outcome = await withDomains(context, (core) => retireDomain(core, name));
  const refusal = refusals[outcome];
  if (refusal !== undefined) throw new StartError(refusal(name));
  const time = outcome === 'already' ? 'was retired before' : 'is retired';
  print(`${name} ${time}: it takes no new aliases, and forwards for those it has. ${effect}`);
}

/** `domain list`: prints every domain in its order. @throws StartError one clear line. */
export async function runDomainList(context: DomainCommandContext, print: Print): Promise<void> {
  const domains = await withDomains(context, readDomains);
  for (const { name, retired } of domains) print(retired ? `${name} (retired)` : name);
}

/**
 * `dkim`: prints the DNS records to publish for every domain, those retired included, as their aliases live on.
 * @throws StartError one clear line.
 */
export async function printDkim(context: DomainCommandContext, print: (line: string) => void): Promise<void> {
  print(
    await withDomains(context, async (core, config) =>
      renderDnsRecords(await readDomains(core, config), await readDnsSettings(core, config)),
    ),
  );
}
