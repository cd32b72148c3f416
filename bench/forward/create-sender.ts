import { generateKeyPairSync } from 'node:crypto';
import { startDnsServer } from '#support/dns-server.ts';
import type { Sender } from './calls.ts';

const domain = 'sender.example';
const selector = 'bench';

/** The domain that writes: its DKIM key, and a DNS server that publishes it with SPF and DMARC until `scope` ends. */
export async function createSender(
  scope: AsyncDisposableStack,
): Promise<{ readonly sender: Sender; readonly dnsServer: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const dns = await startDnsServer({
    [domain]: { TXT: ['v=spf1 ip4:127.0.0.0/8 -all'], MX: [{ preference: 10, exchange: `mx.${domain}` }] },
    [`mx.${domain}`]: { A: ['127.0.0.1'] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=reject'] },
    [`${selector}._domainkey.${domain}`]: { TXT: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`] },
  });
  scope.defer(() => dns.close());
  return { sender: { domain, selector, privateKey }, dnsServer: dns.address };
}
