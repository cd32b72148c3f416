import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import { effect, readName } from '#cli/domain.ts';
import { recordText } from '#cli/render-dns-records.ts';
import { StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { makeNextKey, removeLastKeys, switchKeys } from '#core/domains/domain-keys.ts';
import { dkimRecords, type DnsRecord } from '#core/domains/domain-records.ts';
import { readKey, type KeyFacts } from '#main/health/read-domain.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

interface RotationContext extends DomainCommandContext {
  readonly resolver: Pick<Resolver, 'txt'>;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Our key there, and another one with it: receivers take either. */
function askToTakeAway({ name, selector }: MailDomain, crowded: readonly KeyFacts[]): string {
  const lines = crowded.flatMap(({ record, beside }) => beside.map((value) => recordText({ ...record, value })));
  return `${name} signs with ${selector}. Take away this, then run the command again:\n${lines.join('\n')}`;
}

function askToPublish({ name, selector }: MailDomain, records: readonly DnsRecord[]): string {
  const lines = records.map(recordText).join('\n');
  return `${name} signs with ${selector}. Publish this, then run the command again:\n${lines}`;
}

/** Goes over to the next key once DNS shows it. `isNew`: nobody can have published it, and a look would be remembered. */
async function takeStep(
  core: CoreContext,
  resolver: Pick<Resolver, 'txt'>,
  { domain, isNew }: { readonly domain: MailDomain; readonly isNew: boolean },
): Promise<string> {
  const { name, selector, spare } = domain;
  if (spare === null) throw new Error('a domain lacks the key that was made for it');
  if (spare.until !== null) {
    return `${name} signs with ${selector}. Mail on its way needs ${spare.selector} until ${dayOf(spare.until)}: rotate after that.`;
  }
  const records = dkimRecords(name, spare);
  const found = isNew ? [] : await Promise.all(records.map((record) => readKey(resolver, record)));
  const crowded = found.filter(({ beside }) => beside.length > 0);
  if (crowded.length > 0) return askToTakeAway(domain, crowded);
  if (isNew || found.some(({ state }) => state !== 'ok')) return askToPublish(domain, records);
  const until = await switchKeys(core, domain);
  const last = dkimRecords(name, domain).map((record) => record.name);
  return (
    `${name} signs with ${spare.selector} from now on. ${effect}\n` +
    `Leave ${last.join(' and ')} in DNS until ${dayOf(until)} for mail on its way, then take it away.`
  );
}

/**
 * `dkim rotate [NAME]`: makes the next DKIM key of a domain, or of all, and says what to publish; called again, it signs
 * with that key once DNS shows it. @throws StartError one clear line.
 */
export async function rotateDkim(
  { resolver, ...context }: RotationContext,
  text: string | null,
  print: (line: string) => void,
): Promise<void> {
  const wanted = text === null ? null : readName(text);
  await withDomains(context, async (core, config) => {
    const read = async (): Promise<MailDomain[]> =>
      (await readDomains(core, config)).filter(({ name }) => wanted === null || name === wanted);
    await removeLastKeys(core);
    const domains = await read();
    if (domains.length === 0) throw new StartError(`${wanted} is none of the domains here.`);
    const fresh = domains.filter(({ spare }) => spare === null);
    for (const domain of fresh) await makeNextKey(core, domain);
    for (const domain of await read()) {
      print(await takeStep(core, resolver, { domain, isNew: fresh.some(({ id }) => id === domain.id) }));
    }
  });
}
