import type { Config } from '#config/config.ts';
import { dkimRecord } from '#core/domains/dkim-record.ts';
import { makeStsPolicy } from '#core/domains/make-sts-policy.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';

type DnsSettings = Pick<Config, 'mailHostname' | 'delivery' | 'publicUrl' | 'tls'>;
type SignedDomain = Pick<MailDomain, 'name' | 'selector' | 'key'>;

const textStringMaxOctets = 255;

/** Not `localhost` and not an address literal such as `[192.0.2.1]`. */
const isDomainName = (name: string): boolean => name.includes('.') && !name.startsWith('[');

/** A TXT value as a zone file takes it: strings of at most 255 octets (RFC 1035 §3.3), here ASCII without quotes. */
export const quoteText = (value: string): string =>
  (value.match(new RegExp(`.{1,${textStringMaxOctets}}`, 'gu')) ?? []).map((part) => `"${part}"`).join(' ');

export const recordLine = (name: string, type: string, value: string): string =>
  `${`${name}.`.padEnd(40)} IN ${type} ${value}`;

/** Mail leaves with envelope senders on the alias domain, so its SPF must name who sends it (RFC 7208). */
const spfLine = (name: string, { delivery, mailHostname }: DnsSettings): string =>
  delivery === 'smarthost'
    ? `; ${name}: publish the SPF record that your smarthost's provider names`
    : recordLine(name, 'TXT', quoteText(`v=spf1 a:${mailHostname} ~all`));

/** The policy is fetched by https only, so the web side must be reachable so (RFC 8461 §3.3). */
const stsLines = (name: string, { mailHostname, publicUrl, tls }: DnsSettings): string[] => {
  const web = publicUrl === null ? null : new URL(publicUrl);
  if (web?.protocol !== 'https:' || !isDomainName(web.hostname)) {
    return [`; MTA-STS for ${name}: set PUBLIC_URL to an https address first`];
  }
  const { id } = makeStsPolicy(mailHostname, tls !== null);
  return [
    recordLine(`mta-sts.${name}`, 'CNAME', `${web.hostname}.`),
    recordLine(`_mta-sts.${name}`, 'TXT', quoteText(`v=STSv1; id=${id}`)),
  ];
};

const renderDomain = (domain: SignedDomain, settings: DnsSettings): string => {
  const dkim = dkimRecord(domain);
  return [
    `; ${domain.name}`,
    recordLine(domain.name, 'MX', `10 ${settings.mailHostname}.`),
    spfLine(domain.name, settings),
    recordLine(dkim.name, dkim.type, quoteText(dkim.value)),
    recordLine(`_dmarc.${domain.name}`, 'TXT', quoteText('v=DMARC1; p=quarantine')),
    ...stsLines(domain.name, settings),
    recordLine(`_smtp._tls.${domain.name}`, 'TXT', quoteText(`v=TLSRPTv1; rua=mailto:postmaster@${domain.name}`)),
  ].join('\n');
};

const renderHostNote = (mailHostname: string): string =>
  isDomainName(mailHostname)
    ? `; ${mailHostname} itself needs an A or AAAA record, and its address a PTR record that names it.`
    : `; Set MAIL_HOSTNAME to a public name first: no other server finds ${mailHostname}.`;

/** The DNS records to publish for each domain, as zone-file lines. */
export const renderDnsRecords = (domains: readonly SignedDomain[], settings: DnsSettings): string =>
  [renderHostNote(settings.mailHostname), ...domains.map((domain) => renderDomain(domain, settings))].join('\n\n');
