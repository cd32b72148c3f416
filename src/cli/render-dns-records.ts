import { isIPv6 } from 'node:net';
import type { Config, SendAddress } from '#config/config.ts';
import { reportMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { nameBelow } from '#core/certificates/certificates.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { type DnsRecord, dkimRecords, hasTrustedCertificate, makeStsPolicy } from '#core/domains/domain-records.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';

interface DnsSettings extends Pick<
  Config,
  | 'mailHostname'
  | 'delivery'
  | 'sendFrom'
  | 'publicUrl'
  | 'tls'
  | 'acme'
  | 'improvmx'
  | 'subdomains'
  | 'ownDomains'
  | 'submissionPublicPort'
  | 'submissionsPublicPort'
  | 'mailboxPort'
  | 'mailboxPublicPort'
> {
  /** SHA-256 of the key of the mail host, in hexadecimal digits; null where renewals change it, or may. */
  readonly keyDigest: string | null;
}
type SignedDomain = Pick<MailDomain, 'name' | 'selector' | 'key' | 'ed25519' | 'spare'>;

const textStringMaxOctets = 255;

/** Not `localhost` and not an address literal such as `[192.0.2.1]`. */
function isDomainName(name: string): boolean {
  return name.includes('.') && !name.startsWith('[');
}

/** RFC 1035 §5.1: what ends a string, and what is no printable ASCII, in records that others wrote. */
function escapeText(part: string): string {
  return part
    .replaceAll(/["\\]/gu, String.raw`\$&`)
    .replaceAll(/[^ -~]/gu, (one) => `\\${String((one.codePointAt(0) ?? 0) % 256).padStart(3, '0')}`);
}

/** A TXT value as a zone file takes it: strings of at most 255 octets (RFC 1035 §3.3). */
export function quoteText(value: string): string {
  const parts = value.match(new RegExp(`.{1,${textStringMaxOctets}}`, 'gsu')) ?? [];
  return parts.map((part) => `"${escapeText(part)}"`).join(' ');
}

export function recordLine(name: string, type: string, value: string): string {
  return `${`${name}.`.padEnd(40)} IN ${type} ${value}`;
}

/** Who may send for our domains. Of an address behind NAT others see the one that its name leads to. */
export function spfValue({ mailHostname, sendFrom }: Pick<Config, 'mailHostname' | 'sendFrom'>): string {
  const named = sendFrom.map(({ address, hostname }) =>
    isPublicAddress(address) ? `${isIPv6(address) ? 'ip6' : 'ip4'}:${address}` : `a:${hostname}`,
  );
  return `v=spf1 ${[...new Set(named.length === 0 ? [`a:${mailHostname}`] : named)].join(' ')} ~all`;
}

/** Mail leaves with envelope senders on the alias domain, so its SPF must name who sends it (RFC 7208). */
function spfLine(name: string, settings: DnsSettings): string {
  return settings.delivery === 'smarthost'
    ? `; ${name}: publish the SPF record that your smarthost's provider names`
    : recordLine(name, 'TXT', quoteText(spfValue(settings)));
}

/** The address record of what mail leaves from. */
export function hostLine({ address, hostname }: SendAddress): string {
  return recordLine(hostname, isIPv6(address) ? 'AAAA' : 'A', address);
}

function senderLines({ sendFrom }: DnsSettings): string[] {
  if (sendFrom.length === 0) return [];
  return [
    '; Each address that mail leaves from needs a PTR record that names its host. Other nodes: add theirs to each SPF record.',
    ...sendFrom.filter(({ address }) => isPublicAddress(address)).map(hostLine),
  ];
}

/** The mail host's own certificate, by its key, whoever issued it (RFC 7672 §3.1.1). Without DNSSEC nobody looks at it. */
function daneLines({ mailHostname, improvmx, keyDigest }: DnsSettings): string[] {
  if (keyDigest === null || improvmx !== null || !isDomainName(mailHostname)) return [];
  return [
    `; Only where DNSSEC signs ${mailHostname}: others then hold its certificate against this key, which renewals keep (DANE).`,
    recordLine(`_25._tcp.${mailHostname}`, 'TLSA', `3 1 1 ${keyDigest}`),
  ];
}

/** The policy is fetched by https only, so the web side must be reachable so (RFC 8461 §3.3). */
function stsLines(name: string, settings: DnsSettings): string[] {
  const { mailHostname, publicUrl, improvmx } = settings;
  const web = publicUrl === null ? null : new URL(publicUrl);
  if (web?.protocol !== 'https:' || !isDomainName(web.hostname)) {
    return [`; MTA-STS for ${name}: set PUBLIC_URL to an https address first`];
  }
  const { id } = makeStsPolicy(improvmx === null ? mailHostname : null, hasTrustedCertificate(settings));
  return [
    recordLine(nameBelow(name, 'policy'), 'CNAME', `${web.hostname}.`),
    recordLine(`_mta-sts.${name}`, 'TXT', quoteText(`v=STSv1; id=${id}`)),
  ];
}

export function recordText({ name, type, value }: DnsRecord): string {
  return recordLine(name, type, quoteText(value));
}

function dkimLines({ spare, name, ...keys }: SignedDomain): string[] {
  const present = dkimRecords(name, keys).map(recordText);
  if (spare === null) return present;
  const note = spare.until === null ? 'the next key' : `the last key, until ${spare.until.toISOString().slice(0, 10)}`;
  return [...present, `; ${name}: ${note}`, ...dkimRecords(name, spare).map(recordText)];
}

/** Who may send for the names below a domain: whoever may for the domain itself. */
export function spfBelow(name: string): string {
  return `v=spf1 include:${name} ~all`;
}

/** Names below it, which accounts are given, need no more: the domain's own key signs for them. */
function belowLines(name: string, { mailHostname, subdomains }: DnsSettings): string[] {
  if (!subdomains.includes(name)) return [];
  return [
    recordLine(`*.${name}`, 'MX', `10 ${mailHostname}.`),
    recordLine(`*.${name}`, 'TXT', quoteText(spfBelow(name))),
  ];
}

/** Where mail programs fetch the file that tells them our servers, while there is one. */
function fileLines(name: string, { publicUrl, mailboxPort }: DnsSettings): string[] {
  const web = publicUrl === null ? null : new URL(publicUrl);
  if (mailboxPort === null || web?.protocol !== 'https:' || !isDomainName(web.hostname)) return [];
  return [recordLine(nameBelow(name, 'file'), 'CNAME', `${web.hostname}.`)];
}

/** Where mail programs find the server by themselves (RFC 6186, RFC 8314 §5.1): with TLS from the first octet before STARTTLS. */
function submissionLines(name: string, settings: DnsSettings): string[] {
  const { mailHostname, submissionPublicPort, submissionsPublicPort, mailboxPort, mailboxPublicPort } = settings;
  const line = (service: string, priority: number, port: number | null): string[] =>
    port === null ? [] : [recordLine(`_${service}._tcp.${name}`, 'SRV', `${priority} 1 ${port} ${mailHostname}.`)];
  return [
    ...line('submissions', 0, submissionsPublicPort),
    ...line('submission', 10, submissionPublicPort),
    ...(mailboxPort === null ? [] : line('pop3s', 0, mailboxPublicPort)),
    ...fileLines(name, settings),
  ];
}

function builtinLines(domain: SignedDomain, settings: DnsSettings): string[] {
  const { dmarc, tls } = reportMailboxes;
  return [
    recordLine(domain.name, 'MX', `10 ${settings.mailHostname}.`),
    spfLine(domain.name, settings),
    ...dkimLines(domain),
    recordLine(`_dmarc.${domain.name}`, 'TXT', quoteText(`v=DMARC1; p=quarantine; rua=mailto:${dmarc}@${domain.name}`)),
    ...stsLines(domain.name, settings),
    recordLine(`_smtp._tls.${domain.name}`, 'TXT', quoteText(`v=TLSRPTv1; rua=mailto:${tls}@${domain.name}`)),
    ...(settings.ownDomains ? [recordLine(`*._report._dmarc.${domain.name}`, 'TXT', quoteText('v=DMARC1;'))] : []),
    ...submissionLines(domain.name, settings),
    ...belowLines(domain.name, settings),
  ];
}

/** ImprovMX takes the mail and signs what is sent through it; our own key signs the mail of this program itself. */
function improvmxLines(domain: SignedDomain, settings: DnsSettings): string[] {
  return [
    recordLine(domain.name, 'MX', '10 mx1.improvmx.com.'),
    recordLine(domain.name, 'MX', '20 mx2.improvmx.com.'),
    `; ${domain.name}: add to its SPF record what your smarthost's provider names`,
    recordLine(domain.name, 'TXT', quoteText('v=spf1 include:spf.improvmx.com ~all')),
    ...['dkimprovmx1', 'dkimprovmx2'].map((selector) =>
      recordLine(`${selector}._domainkey.${domain.name}`, 'CNAME', `${selector}.improvmx.com.`),
    ),
    ...dkimLines(domain),
    recordLine(`_dmarc.${domain.name}`, 'TXT', quoteText('v=DMARC1; p=none;')),
    `; ${domain.name}: only where an MTA-STS record was published before, which this ends; take both away 14 days later`,
    ...stsLines(domain.name, settings),
  ];
}

function renderDomain(domain: SignedDomain, settings: DnsSettings): string {
  const lines = settings.improvmx === null ? builtinLines : improvmxLines;
  return [`; ${domain.name}`, ...lines(domain, settings)].join('\n');
}

function renderHostNote({ mailHostname, improvmx }: DnsSettings): string {
  if (improvmx !== null)
    return '; ImprovMX takes the mail. What it shows for a domain counts where it differs from this.';
  return isDomainName(mailHostname)
    ? `; ${mailHostname} itself needs an A or AAAA record, and its address a PTR record that names it.`
    : `; Set MAIL_HOSTNAME to a public name first: no other server finds ${mailHostname}.`;
}

/** The DNS records to publish for each domain, as zone-file lines. */
export function renderDnsRecords(domains: readonly SignedDomain[], settings: DnsSettings): string {
  const hosts = [renderHostNote(settings), ...senderLines(settings), ...daneLines(settings)].join('\n');
  return [hosts, ...domains.map((domain) => renderDomain(domain, settings))].join('\n\n');
}
