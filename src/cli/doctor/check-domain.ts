import { type DoctorContext, fault, ok, warning, type Finding } from '#cli/doctor/doctor-context.ts';
import { findSeenAddresses } from '#cli/doctor/check-send-from.ts';
import { quoteText, recordLine, recordText, spfValue } from '#cli/render-dns-records.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecords, type DnsRecord } from '#core/domains/domain-records.ts';
import { parseKeyRecord } from '#protocol/dkim/dkim-keys.ts';
import { findDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import { parseStsRecord } from '#protocol/smtp-client/mta-sts.ts';
import type { DnsAnswer, Resolver } from '#protocol/dns/resolver.ts';
import { checkSpf } from '#protocol/spf/check-spf.ts';

function recordsOf<T>(answer: DnsAnswer<T>): readonly T[] {
  return answer.kind === 'found' ? answer.records : [];
}

async function checkMx({ config, resolver }: DoctorContext, name: string): Promise<Finding> {
  const hosts = recordsOf(await resolver.mx(name)).map(({ exchange }) => exchange);
  if (hosts.includes(config.mailHostname)) return ok(`MX of ${name} is ${config.mailHostname}`);
  const has = hosts.length === 0 ? 'is missing' : `is ${hosts.join(', ')}`;
  return fault(`MX of ${name} ${has}`, `Publish: ${recordLine(name, 'MX', `10 ${config.mailHostname}.`)}`);
}

/** Each address that mail of ours is seen to come from, with the name it gives in EHLO. */
async function findSenders(context: DoctorContext): Promise<{ readonly address: string; readonly helo: string }[]> {
  const { mailHostname: helo, sendFrom } = context.config;
  if (sendFrom.length === 0) {
    return recordsOf(await context.resolver.addresses(helo)).map((address) => ({ address, helo }));
  }
  const senders = sendFrom.map(async (one) =>
    (await findSeenAddresses(context, one)).map((address) => ({ address, helo: one.hostname })),
  );
  return (await Promise.all(senders)).flat();
}

async function checkSenders(context: DoctorContext, name: string): Promise<Finding> {
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

async function checkKey({ resolver }: DoctorContext, record: DnsRecord, label: string): Promise<Finding> {
  if (await isKeyPublished(resolver, record)) return ok(`${label} matches`);
  const has = recordsOf(await resolver.txt(record.name)).length === 0 ? 'is missing' : 'is not our key';
  return fault(`${label} ${has}`, `Publish: ${recordText(record)}`);
}

/** The key that comes next is in no hurry; the last one must stay while mail that it signed is on its way. */
async function checkSpare(context: DoctorContext, { name, spare }: MailDomain): Promise<Finding[]> {
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

async function checkDkim(context: DoctorContext, domain: MailDomain): Promise<Finding[]> {
  const { name } = domain;
  const present = await Promise.all(
    dkimRecords(name, domain).map((record, index) =>
      checkKey(context, record, index === 0 ? `DKIM of ${name}` : `DKIM of ${name} with Ed25519`),
    ),
  );
  return [...present, ...(await checkSpare(context, domain))];
}

async function checkDmarc({ resolver }: DoctorContext, name: string): Promise<Finding> {
  const record = findDmarcRecord(recordsOf(await resolver.txt(`_dmarc.${name}`)));
  if (record !== null) return ok(`DMARC of ${name} is published`);
  const line = recordLine(`_dmarc.${name}`, 'TXT', quoteText('v=DMARC1; p=quarantine'));
  return warning(`DMARC of ${name} is missing`, `Publish: ${line}`);
}

async function checkSts({ resolver }: DoctorContext, name: string): Promise<Finding> {
  const id = parseStsRecord(recordsOf(await resolver.txt(`_mta-sts.${name}`)));
  if (id !== null) return ok(`MTA-STS of ${name} is published`);
  return warning(`MTA-STS of ${name} is missing`, 'Others may send to it in clear text: see the self-hosting guide.');
}

/** What DNS must say about one of our domains. */
export async function checkDomain(context: DoctorContext, domain: MailDomain): Promise<Finding[]> {
  const findings = await Promise.all([
    checkMx(context, domain.name),
    checkSenders(context, domain.name),
    checkDkim(context, domain),
    checkDmarc(context, domain.name),
    checkSts(context, domain.name),
  ]);
  return findings.flat();
}
