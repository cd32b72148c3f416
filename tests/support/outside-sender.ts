import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { rsaKey, rsaKeyCount } from '#support/rsa-keys.ts';

/** A mail domain of somebody else, whose mail is signed and whose DNS says so. */
export interface OutsideSender {
  readonly domain: string;
  /** The message with the domain's DKIM signature on top. */
  sign(content: string | Buffer): Promise<Buffer>;
}

export interface OutsideSenderOptions {
  /** Publishes a DMARC policy. */
  readonly policy?: 'none' | 'quarantine' | 'reject';
  /** Addresses that SPF lets send. */
  readonly addresses?: readonly string[];
}

const selector = 's1';

/** Those before sign for our own domains, the last two for what single tests need. */
const firstKey = 6;
/** Of each domain one, whoever makes it again. */
const keys = new Map<string, KeyObject>();

function keyOf(domain: string): KeyObject {
  const next = firstKey + keys.size;
  const key =
    keys.get(domain) ??
    (next < rsaKeyCount - 2 ? rsaKey(next) : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  keys.set(domain, key);
  return key;
}

/** Makes a domain known to `dns`. */
export function createOutsideSender(
  dns: DnsServer,
  domain: string,
  { policy, addresses = [] }: OutsideSenderOptions = {},
): OutsideSender {
  const key = keyOf(domain);
  const spf = ['v=spf1', ...addresses.map((address) => `ip4:${address}`), '-all'].join(' ');
  dns.add({
    [domain]: { TXT: [spf], A: ['192.0.2.7'] },
    [`${selector}._domainkey.${domain}`]: { TXT: [dkimRecord({ name: domain, selector, key }).value] },
    ...(policy === undefined ? {} : { [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=${policy}`] } }),
  });
  return {
    domain,
    sign: async (content) => {
      const octets = Buffer.from(content);
      const { fields, body } = parseMessage(octets);
      const bodyHash = createBodyHashes(body).sha256('relaxed');
      const signature = await signDkim({ fields, bodyHash, domain, selector, key, now: new Date() });
      return Buffer.concat([signature, octets]);
    },
  };
}
