import { type DoctorContext, fault, ok, warning, type Finding } from '#cli/doctor/doctor-context.ts';
import { quoteText, recordLine } from '#cli/render-dns-records.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { parseKeyRecord } from '#protocol/dkim/dkim-keys.ts';
import { findDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import { parseStsRecord } from '#protocol/smtp-client/mta-sts.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
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

async function checkSenders({ config, resolver }: DoctorContext, name: string): Promise<Finding> {
  const { delivery, mailHostname } = config;
  if (delivery === 'smarthost') {
    const published = recordsOf(await resolver.txt(name)).some((text) => /^v=spf1(?: |$)/i.test(text));
    if (published) return ok(`SPF of ${name} is published`);
    return fault(`SPF of ${name} is missing`, "Publish the record that your smarthost's provider names.");
  }
  const todo = `Publish: ${recordLine(name, 'TXT', quoteText(`v=spf1 a:${mailHostname} ~all`))}`;
  const addresses = recordsOf(await resolver.addresses(mailHostname));
  for (const address of addresses) {
    const question = { address, helo: mailHostname, reversePath: `postmaster@${name}` };
    const { result } = await checkSpf({ resolver }, question);
    if (result !== 'pass') return fault(`SPF of ${name} gives ${result} for ${address}`, todo);
  }
  return addresses.length === 0 ? fault(`SPF of ${name} cannot be checked`, todo) : ok(`SPF of ${name} passes`);
}

async function checkDkim({ resolver }: DoctorContext, domain: MailDomain): Promise<Finding> {
  const record = dkimRecord(domain);
  const own = parseKeyRecord(record.value);
  const published = recordsOf(await resolver.txt(record.name)).map(parseKeyRecord);
  const matches = published.some(
    (key) => typeof key === 'object' && typeof own === 'object' && key.key.equals(own.key),
  );
  if (matches) return ok(`DKIM of ${domain.name} matches`);
  const has = published.length === 0 ? 'is missing' : 'is not our key';
  return fault(`DKIM of ${domain.name} ${has}`, `Publish: ${recordLine(record.name, 'TXT', quoteText(record.value))}`);
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
export function checkDomain(context: DoctorContext, domain: MailDomain): Promise<Finding[]> {
  return Promise.all([
    checkMx(context, domain.name),
    checkSenders(context, domain.name),
    checkDkim(context, domain),
    checkDmarc(context, domain.name),
    checkSts(context, domain.name),
  ]);
}
