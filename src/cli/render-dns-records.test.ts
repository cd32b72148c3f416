import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeStsPolicy } from '#core/domains/domain-records.ts';
import { renderDnsRecords } from '#cli/render-dns-records.ts';
import { rsaKey } from '#support/rsa-keys.ts';

const privateKey = rsaKey(14);
const domains = ['mask.example', 'veil.example'].map((name) => ({
  name,
  selector: 'k1',
  key: privateKey,
  ed25519: null,
  spare: null,
}));
const settings = {
  mailHostname: 'mx.mask.example',
  sendFrom: [],
  publicUrl: 'https://mask.example',
  improvmx: null,
  subdomains: [],
  ownDomains: false,
  submissionPublicPort: 587,
  submissionsPublicPort: 465,
  mailboxPort: null,
  mailboxPublicPort: 995,
  tls: { certFile: '/cert.pem', keyFile: '/key.pem' },
  acme: null,
  keyDigest: null,
};
function render(delivery: 'mx' | 'smarthost') {
  return renderDnsRecords(domains, { ...settings, delivery });
}

function lineOf(name: string, type: string): string {
  return (
    render('mx')
      .split('\n')
      .find((line) => line.startsWith(`${name}. `) && line.includes(` IN ${type} `)) ?? ''
  );
}

describe('renderDnsRecords', () => {
  it('names where mail for each domain goes', () => {
    expect(lineOf('mask.example', 'MX')).toMatch(/ IN MX 10 mx\.mask\.example\.$/u);
    expect(lineOf('veil.example', 'MX')).toMatch(/ IN MX 10 mx\.mask\.example\.$/u);
  });

  it('leads mail programs to the server, with TLS first', () => {
    expect(lineOf('_submissions._tcp.mask.example', 'SRV')).toMatch(/ IN SRV 0 1 465 mx\.mask\.example\.$/u);
    expect(lineOf('_submission._tcp.veil.example', 'SRV')).toMatch(/ IN SRV 10 1 587 mx\.mask\.example\.$/u);
    const text = renderDnsRecords(domains, { ...settings, delivery: 'mx', submissionPublicPort: null });
    expect(text).not.toContain('_submission._tcp');
  });

  it('leads them to the mailbox that is always empty, and to the file that tells them of it, where there is one', () => {
    expect(render('mx')).not.toMatch(/pop3|autoconfig/u);
    const text = renderDnsRecords(domains, { ...settings, delivery: 'mx', mailboxPort: 2995 });
    expect(text).toMatch(/^_pop3s\._tcp\.veil\.example\. +IN SRV 0 1 995 mx\.mask\.example\.$/mu);
    expect(text).toMatch(/^autoconfig\.veil\.example\. +IN CNAME mask\.example\.$/mu);
    const inClear = { ...settings, delivery: 'mx' as const, mailboxPort: 2995, publicUrl: 'http://mask.example' };
    expect(renderDnsRecords(domains, inClear)).not.toContain('autoconfig');
  });

  it('names what sub-domains need, where they are given', () => {
    const text = renderDnsRecords(domains, { ...settings, delivery: 'mx', subdomains: ['veil.example'] });
    expect(text).toMatch(/^\*\.veil\.example\. +IN MX 10 mx\.mask\.example\.$/mu);
    expect(text).toMatch(/^\*\.veil\.example\. +IN TXT "v=spf1 include:veil\.example ~all"$/mu);
    expect(text).not.toContain('*.mask.example');
  });

  it('gives the key that checks our signatures, in strings of at most 255 octets', () => {
    const strings = [...lineOf('k1._domainkey.mask.example', 'TXT').matchAll(/"([^"]*)"/gu)].map(
      ([, text = '']) => text,
    );
    expect(strings.every((text) => text.length <= 255)).toBe(true);
    const published = Buffer.from(strings.join('').replace('v=DKIM1; k=rsa; p=', ''), 'base64');
    const publicKey = createPublicKey({ key: published, format: 'der', type: 'spki' });
    expect(publicKey.equals(createPublicKey(privateKey))).toBe(true);
  });

  it('lets the own host send, and leaves SPF to the provider of a smarthost', () => {
    expect(lineOf('mask.example', 'TXT')).toContain('"v=spf1 a:mx.mask.example ~all"');
    expect(render('smarthost')).not.toContain('v=spf1');
    expect(render('smarthost')).toContain("publish the SPF record that your smarthost's provider names");
  });

  it('lets the addresses send that mail leaves from, and those behind NAT by their name', () => {
    const rest = { purposes: [], since: null, drain: false };
    const sendFrom = [
      { ...rest, address: '9.9.9.9', hostname: 'mx1.mask.example' },
      { ...rest, address: '2620:fe::9', hostname: 'mx1.mask.example' },
      { ...rest, address: '10.0.0.5', hostname: 'mx2.mask.example' },
      { ...rest, address: '10.0.0.6', hostname: 'mx2.mask.example' },
    ];
    const text = renderDnsRecords(domains, { ...settings, sendFrom, delivery: 'mx' });
    expect(text).toMatch(/^mask\.example\. .*"v=spf1 ip4:9\.9\.9\.9 ip6:2620:fe::9 a:mx2\.mask\.example ~all"$/mu);
    expect(text).toMatch(/^mx1\.mask\.example\. +IN A 9\.9\.9\.9\nmx1\.mask\.example\. +IN AAAA 2620:fe::9$/mu);
  });

  it.each(['localhost', '[192.0.2.1]'])('asks for a public name instead of %s', (mailHostname) => {
    expect(renderDnsRecords(domains, { ...settings, delivery: 'mx', mailHostname })).toContain('; Set MAIL_HOSTNAME');
    expect(render('mx')).not.toContain('Set MAIL_HOSTNAME');
  });

  it('names the MTA-STS policy by an id that follows what it says, and where it is', () => {
    const { id } = makeStsPolicy('mx.mask.example', true);
    expect(lineOf('_mta-sts.veil.example', 'TXT')).toContain(`"v=STSv1; id=${id}"`);
    expect(lineOf('mta-sts.veil.example', 'CNAME')).toMatch(/ mask\.example\.$/u);
    const untrusted = renderDnsRecords(domains, { ...settings, delivery: 'mx', tls: null });
    expect(untrusted).not.toContain(id);
  });

  it('enforces its policy with certificates of our own, but not with those of a staging server', () => {
    const acme = { email: 'op@home.example', directory: 'https://acme.example/directory', trusted: true };
    const { id } = makeStsPolicy('mx.mask.example', true);
    const ours = { ...settings, delivery: 'mx', tls: null } as const;
    expect(renderDnsRecords(domains, { ...ours, acme })).toContain(id);
    expect(renderDnsRecords(domains, { ...ours, acme: { ...acme, trusted: false } })).not.toContain(id);
  });

  it('pins the key of the mail host, where renewals keep it and mail comes here', () => {
    const pinned = { ...settings, delivery: 'mx', keyDigest: 'ab12' } as const;
    expect(renderDnsRecords(domains, pinned)).toMatch(/^_25\._tcp\.mx\.mask\.example\. +IN TLSA 3 1 1 ab12$/mu);
    expect(render('mx')).not.toContain('TLSA');
    const improvmx = { apiKey: 'sk_1', apiUrl: 'https://api.improvmx.com/v3' };
    expect(renderDnsRecords(domains, { ...pinned, improvmx })).not.toContain('TLSA');
  });

  it.each([null, 'http://mask.example', 'https://localhost:3000'])('offers no MTA-STS at %s', (publicUrl) => {
    const text = renderDnsRecords(domains, { ...settings, delivery: 'mx', publicUrl });
    expect(text).not.toContain('v=STSv1');
    expect(text).toContain('MTA-STS for mask.example: set PUBLIC_URL');
  });

  it('sends mail to ImprovMX in its mode, and ends an MTA-STS policy that asks for our own host', () => {
    const improvmx = { apiKey: 'sk_1', apiUrl: 'https://api.improvmx.com/v3' };
    const text = renderDnsRecords(domains, { ...settings, delivery: 'smarthost', improvmx });
    expect(text).not.toContain('mx.mask.example');
    for (const line of [
      /^veil\.example\. +IN MX 10 mx1\.improvmx\.com\.$/mu,
      /^veil\.example\. +IN MX 20 mx2\.improvmx\.com\.$/mu,
      /^veil\.example\. +IN TXT "v=spf1 include:spf\.improvmx\.com ~all"$/mu,
      /^dkimprovmx2\._domainkey\.veil\.example\. +IN CNAME dkimprovmx2\.improvmx\.com\.$/mu,
      /^k1\._domainkey\.veil\.example\. +IN TXT "v=DKIM1; /mu,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).toContain(`"v=STSv1; id=${makeStsPolicy(null, true).id}"`);
  });

  it('asks for reports on TLS', () => {
    expect(lineOf('_smtp._tls.mask.example', 'TXT')).toContain('"v=TLSRPTv1; rua=mailto:tls-report@mask.example"');
  });

  it('lets reports on domains of accounts come to its own, where accounts bring domains', () => {
    const text = renderDnsRecords(domains, { ...settings, delivery: 'mx', ownDomains: true });
    expect(text).toMatch(/^\*\._report\._dmarc\.mask\.example\. +IN TXT "v=DMARC1;"$/mu);
    expect(render('mx')).not.toContain('_report');
  });

  it('publishes a DMARC policy', () => {
    expect(lineOf('_dmarc.mask.example', 'TXT')).toContain(
      '"v=DMARC1; p=quarantine; rua=mailto:dmarc-report@mask.example"',
    );
  });
});
