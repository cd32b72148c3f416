import {
  type DoctorContext,
  fault,
  type Finding,
  named,
  type NamedFinding,
  ok,
  warning,
} from '#cli/doctor/doctor-context.ts';
import { findSeenAddresses } from '#cli/doctor/check-send-from.ts';
import { quoteText, recordLine, recordText, spfBelow, spfValue } from '#cli/render-dns-records.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecords, type DnsRecord } from '#core/domains/domain-records.ts';
import { parseKeyRecord } from '#protocol/dkim/dkim-keys.ts';
import { findDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import { parseStsRecord } from '#protocol/smtp-client/mta-sts.ts';
import type { DnsAnswer, MxRecord, Resolver } from '#protocol/dns/resolver.ts';
import { checkSpf } from '#protocol/spf/check-spf.ts';

function recordsOf<T>(answer: DnsAnswer<T>): readonly T[] {
  return answer.kind === 'found' ? answer.records : [];
}

type DnsContext = Pick<DoctorContext, 'config' | 'resolver'>;

/** `hosts`: those of all our nodes. What goes to another one before them, or as soon, never comes here. */
async function checkMx({ config, resolver }: DnsContext, name: string, hosts: readonly string[]): Promise<Finding> {
  const own = config.mailHostname;
  const records = recordsOf(await resolver.mx(name));
  const publish = `Publish: ${recordLine(name, 'MX', `10 ${own}.`)}`;
  if (!records.some(({ exchange }) => exchange === own)) {
    const has = records.length === 0 ? 'is missing' : `is ${records.map(({ exchange }) => exchange).join(', ')}`;
    return fault(`MX of ${name} ${has}`, publish);
  }
  const isOurs = ({ exchange }: MxRecord): boolean => exchange === own || hosts.includes(exchange);
  const best = Math.min(...records.filter(isOurs).map(({ preference }) => preference));
  const foreign = records.find((record) => !isOurs(record) && record.preference <= best);
  if (foreign === undefined) return ok(`MX of ${name} is ${own}`);
  const lines = records
    .filter((record) => !isOurs(record) && record.preference <= best)
    .map(({ preference, exchange }) => recordLine(name, 'MX', `${preference} ${exchange}.`));
  return fault(
    `MX of ${name} leads to ${foreign.exchange} no later than to ${own}`,
    `Mail goes there instead. Take away:\n${lines.join('\n')}`,
  );
}

/** Each address that mail of ours is seen to come from, with the name it gives in EHLO. */
export async function findSenders(context: DnsContext): Promise<{ readonly address: string; readonly helo: string }[]> {
  const { mailHostname: helo, sendFrom } = context.config;
  if (sendFrom.length === 0) {
    return recordsOf(await context.resolver.addresses(helo)).map((address) => ({ address, helo }));
  }
  const senders = sendFrom.map(async (one) =>
    (await findSeenAddresses(context, one)).map((address) => ({ address, helo: one.hostname })),
  );
  return (await Promise.all(senders)).flat();
}

async function checkSenders(context: DnsContext, name: string): Promise<Finding> {
  const { config, resolver } = context;
  if (config.delivery === 'smarthost') {
    const published = recordsOf(await resolver.txt(name)).some((text) => /^v=spf1(?: |$)/i.test(text));
    if (published) return ok(`SPF of ${name} is published`);
    return fault(`SPF of ${name} is missing`, "Publish the record that your smarthost's provider names.");
  }
  const todo = `Publish: ${recordLine(name, 'TXT', quoteText(spfValue(config)))}`;
  const senders = await findSenders(context);
  for (const { address, helo } of senders) {
    const { result } = await checkSpf({ resolver }, { address, helo, reversePath: `postmaster@${name}` });
    if (result !== 'pass') return fault(`SPF of ${name} gives ${result} for ${address}`, todo);
  }
  return senders.length === 0 ? fault(`SPF of ${name} cannot be checked`, todo) : ok(`SPF of ${name} passes`);
}

/** Whether DNS shows the key of a record of ours. */
export async function isKeyPublished(resolver: Pick<Resolver, 'txt'>, { name, value }: DnsRecord): Promise<boolean> {
  const own = parseKeyRecord(value);
  const published = recordsOf(await resolver.txt(name)).map(parseKeyRecord);
  return published.some((key) => typeof key === 'object' && typeof own === 'object' && key.key.equals(own.key));
}

async function checkKey({ resolver }: DnsContext, record: DnsRecord, label: string): Promise<Finding> {
  if (await isKeyPublished(resolver, record)) return ok(`${label} matches`);
  const has = recordsOf(await resolver.txt(record.name)).length === 0 ? 'is missing' : 'is not our key';
  return fault(`${label} ${has}`, `Publish: ${recordText(record)}`);
}

/** The key that comes next is in no hurry; the last one must stay while mail that it signed is on its way. */
async function checkSpare(context: DnsContext, { name, spare }: MailDomain): Promise<Finding[]> {
  if (spare === null) return [];
  const records = dkimRecords(name, spare);
  if (spare.until !== null) {
    return Promise.all(records.map((record) => checkKey(context, record, `The last DKIM key of ${name}`)));
  }
  const isPublished = await Promise.all(records.map((record) => isKeyPublished(context.resolver, record)));
  const command = `npm run kauke -- dkim rotate ${name}`;
  return isPublished.includes(false)
    ? [
        warning(
          `The next DKIM key of ${name} is not published`,
          `Publish:\n${records.map(recordText).join('\n')}\nThen: ${command}`,
        ),
      ]
    : [warning(`The next DKIM key of ${name} is published and not in use`, `Run: ${command}`)];
}

async function checkDkim(context: DnsContext, domain: MailDomain): Promise<Finding[]> {
  const { name } = domain;
  const present = await Promise.all(
    dkimRecords(name, domain).map((record, index) =>
      checkKey(context, record, index === 0 ? `DKIM of ${name}` : `DKIM of ${name} with Ed25519`),
    ),
  );
  return [...present, ...(await checkSpare(context, domain))];
}

async function checkDmarc({ resolver }: DnsContext, name: string): Promise<Finding> {
  const record = findDmarcRecord(recordsOf(await resolver.txt(`_dmarc.${name}`)));
  if (record !== null) return ok(`DMARC of ${name} is published`);
  const line = recordLine(`_dmarc.${name}`, 'TXT', quoteText('v=DMARC1; p=quarantine'));
  return warning(`DMARC of ${name} is missing`, `Publish: ${line}`);
}

async function checkSts({ resolver }: DnsContext, name: string): Promise<Finding> {
  const id = parseStsRecord(recordsOf(await resolver.txt(`_mta-sts.${name}`)));
  if (id !== null) return ok(`MTA-STS of ${name} is published`);
  return warning(`MTA-STS of ${name} is missing`, 'Others may send to it in clear text: see the self-hosting guide.');
}

/** Names below a domain that accounts are given: the wildcard is asked for by its own name (RFC 4592 §2.1.1). */
async function checkBelow(context: DnsContext, name: string, hosts: readonly string[]): Promise<NamedFinding[]> {
  const { config, resolver } = context;
  if (!config.subdomains.includes(name)) return [];
  const below = `*.${name}`;
  const texts = recordsOf(await resolver.txt(below));
  const isPublished = texts.some((text) => text.toLowerCase().split(' ').includes(`include:${name}`));
  const senders = isPublished
    ? ok(`SPF of ${below} is published`)
    : fault(`SPF of ${below} is missing`, `Publish: ${recordLine(below, 'TXT', quoteText(spfBelow(name)))}`);
  return [named('mx', await checkMx(context, below, hosts), below), named('spf', senders, below)];
}

/** What DNS must say about one of our domains. `hosts`: mail hosts of our other nodes. */
export async function checkDomain(
  context: DnsContext,
  domain: MailDomain,
  hosts: readonly string[] = [],
): Promise<NamedFinding[]> {
  const { name } = domain;
  const [mx, senders, keys, dmarc, sts] = await Promise.all([
    checkMx(context, name, hosts),
    checkSenders(context, name),
    checkDkim(context, domain),
    checkDmarc(context, name),
    checkSts(context, name),
  ]);
  return [
    named('mx', mx, name),
    named('spf', senders, name),
    ...keys.map((finding, index) => named('dkim', finding, index === 0 ? name : `${name} ${index + 1}`)),
    named('dmarc', dmarc, name),
    named('mta-sts', sts, name),
    ...(await checkBelow(context, name, hosts)),
  ];
}
