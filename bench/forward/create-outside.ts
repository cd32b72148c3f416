import { generateKeyPairSync } from 'node:crypto';
import { startDnsServer, type DnsZone } from '#support/dns-server.ts';
import type { Conditions } from './conditions.ts';
import type { Signer } from './load/calls.ts';

/** Who writes, and where it is published. */
export interface Outside {
  readonly signer: Signer;
  /** `host:port` */
  readonly dnsServer: string;
  /** DNS answers under these conditions from now on; the domain of each of so many messages, in turn. */
  arrange(conditions: Conditions, messages: number): string[];
}

const lastingDomain = 'sender.example';
const selector = 'bench';
/** So many domains write at the same time, each message another one. */
const domainsAtOnce = 50;
const tenMessages = 10;

/** SPF, DKIM and DMARC of a domain that writes. */
function publish(domain: string, publicKey: string): DnsZone {
  return {
    [domain]: { TXT: ['v=spf1 ip4:127.0.0.0/8 -all'], MX: [{ preference: 10, exchange: `mx.${domain}` }] },
    [`mx.${domain}`]: { A: ['127.0.0.1'] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=reject'] },
    // Domains have one key, but no two records are alike: nobody can know a key from another domain.
    [`${selector}._domainkey.${domain}`]: { TXT: [`v=DKIM1; k=rsa; n=${domain}; p=${publicKey}`] },
  };
}

/** The number of the domain that a message comes from: each domain writes so many, mixed with those of others. */
export function domainNumber(message: number, messagesPerDomain: number): number {
  return Math.floor(message / (messagesPerDomain * domainsAtOnce)) * domainsAtOnce + (message % domainsAtOnce);
}

/** The domains that write: their DKIM key, and a DNS server in this process that publishes them until `scope` ends. */
export async function createOutside(scope: AsyncDisposableStack): Promise<Outside> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const key = publicKey.toString('base64');
  let answerAfterMs = 0;
  let arrangements = 0;
  const dns = await startDnsServer(publish(lastingDomain, key), { answerAfterMs: () => answerAfterMs });
  scope.defer(() => dns.close());
  return {
    signer: { selector, privateKey },
    dnsServer: dns.address,
    arrange: ({ dnsMs, messagesPerDomain, newInTen = 0 }, messages) => {
      answerAfterMs = dnsMs;
      if (messagesPerDomain === null && newInTen === 0) return [lastingDomain];
      arrangements += 1;
      const name = (message: number): string => {
        if (messagesPerDomain !== null)
          return `sender-${arrangements}-${domainNumber(message, messagesPerDomain)}.example`;
        return message % tenMessages < newInTen ? `new-${arrangements}-${message}.example` : lastingDomain;
      };
      const domains = Array.from({ length: messages }, (_, message) => name(message));
      for (const domain of new Set(domains)) if (domain !== lastingDomain) dns.add(publish(domain, key));
      return domains;
    },
  };
}
