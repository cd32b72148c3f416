import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadConfig, type Machine } from '#config/load-config.ts';
import { configFaults } from '#support/config-faults.ts';

const ordinary: Machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 8 };
const secretKey = createHash('sha256').update('a key').digest();
const secret = secretKey.toString('base64');
/** What `DELIVERY=mx` cannot do without. */
const operator = {
  OPERATOR_EMAIL: 'me@example.com',
  OPERATOR_NAME: 'Ann',
  OPERATOR_COUNTRY: 'Latvia',
  PUBLIC_URL: 'https://mask.example',
};

function load(environment: Record<string, string>) {
  return loadConfig(environment, ordinary);
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  return configFaults(() => load(environment));
}

describe('loadConfig', () => {
  it('makes a preview of an empty environment', () => {
    expect(load({ HOME: '/home/x', MAIL_DOMAINS: ' ' })).toEqual({
      settingsFile: null,
      runAs: null,
      delivery: 'preview',
      dataDir: '/srv/kauke/data',
      databaseUrl: null,
      secretKey: null,
      publicUrl: null,
      bindAddress: '127.0.0.1',
      httpPort: 3000,
      httpsPort: null,
      redirectPort: null,
      acme: null,
      alarms: { url: null, ntfyUrl: null },
      heartbeatUrl: null,
      trustedProxies: [],
      mxPort: 2525,
      submissionPort: 2587,
      submissionsPort: 2465,
      submissionPublicPort: null,
      submissionsPublicPort: null,
      mailboxPort: null,
      mailboxPublicPort: null,
      proxyProtocol: [],
      backup: { publicKey: null, folder: null, keep: 7 },
      releasePublicKey: null,
      arc: 'auto',
      dkimEd25519: false,
      trustedSealers: 'google.com,googlegroups.com,microsoft.com,messagingengine.com,topicbox.com,pobox.com'.split(','),
      reportsSent: { dmarc: false, tls: false },
      dnsblZones: [],
      rspamd: null,
      unauthenticatedMail: 'mark',
      metricsPort: null,
      mailDomains: ['kauke.test', 'mask.test', 'veil.test'],
      mailHostname: 'localhost',
      smarthost: null,
      sendFrom: [],
      routes: [],
      dnsServers: [],
      registration: 'open',
      newAccountsSend: 2_000,
      ownDomains: true,
      subdomains: [],
      quotas: { aliases: null, unconfirmedAliases: 20, targets: 500, apiKeys: 50 },
      hstsSubdomains: false,
      targetConfirmation: 'required',
      cutThrough: 'on',
      heldMaxBytes: 50 * 1024 * 1024,
      spoolMaxBytes: 2_147_483_648,
      insecureWebhooks: false,
      operatorEmail: null,
      privacyEmail: null,
      legal: expect.objectContaining({ operatorName: 'Kauke', operatorCountry: 'Lithuania', reportNext: '2026-08' }),
      links: { docs: null, social: null, video: null, reviewSite: null, review: null, feedback: null },
      improvmx: null,
      roles: new Set(['web', 'mx', 'submission', 'worker']),
      workers: 1,
      tls: null,
      google: null,
    });
  });

  it('believes no sealer where none is asked for', () => {
    expect(load({ TRUSTED_SEALERS: 'none' }).trustedSealers).toEqual([]);
  });

  it('freezes what it returns', () => {
    const config = load({ SMARTHOST_URL: 'smtp://127.0.0.1:1025', OPERATOR_EMAIL: 'me@example.com' });
    for (const part of [config, config.mailDomains, config.smarthost]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('lets the smarthost or the domains decide where mail goes', () => {
    expect(load({ ...operator, MAIL_DOMAINS: 'mask.example' }).delivery).toBe('mx');
    expect(load({ ...operator, MAIL_DOMAINS: 'mask.example', SMARTHOST_URL: 'smtp://relay.example' }).delivery).toBe(
      'smarthost',
    );
    expect(load({ MAIL_DOMAINS: 'mask.example', DELIVERY: 'preview' }).delivery).toBe('preview');
  });

  it('reads a whole environment', () => {
    const config = load({
      DELIVERY: 'smarthost',
      DATA_DIR: 'kept',
      DATABASE_URL: 'postgres://kauke:pass@db.example/kauke',
      SECRET_KEY: secret,
      PUBLIC_URL: 'https://Mask.Example/',
      BIND_ADDRESS: '::1',
      HTTP_PORT: '0',
      HTTPS_PORT: '443',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
      MX_PORT: '25',
      SUBMISSION_PORT: '587',
      SUBMISSIONS_PORT: '0',
      SUBMISSION_PUBLIC_PORT: '2525',
      PROXY_PROTOCOL: '10.0.0.1,2001:db8::/64',
      MAIL_DOMAINS: 'Mask.Example, bücher.example,mask.example',
      SMARTHOST_URL: 'smtps://us%40er:p%3Ass@[::1]',
      DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:53,2001:db8::2',
      TARGET_CONFIRMATION: 'off',
      CUT_THROUGH: 'off',
      ARC: 'on',
      UNAUTHENTICATED_MAIL: 'refuse',
      TRUSTED_SEALERS: 'Relay.Example, lists.example',
      DMARC_REPORTS: 'on',
      DNSBL_ZONES: 'Zen.Lists.Example, bl.example',
      RSPAMD_URL: 'http://:p%40ss@127.0.0.1:11333',
      SPOOL_MAX: '500 MiB',
      WEBHOOK_ALLOW_INSECURE: 'true',
      OPERATOR_EMAIL: 'Op@Example.COM',
      PRIVACY_EMAIL: 'privacy@example.com',
      SOCIAL_URL: 'https://social.example/@mask',
      ROLES: 'mx, submission',
      TLS_CERT_FILE: 'cert.pem',
      TLS_KEY_FILE: '/etc/key.pem',
    });
    expect(config).toMatchObject({
      delivery: 'smarthost',
      dataDir: '/srv/kauke/kept',
      databaseUrl: 'postgres://kauke:pass@db.example/kauke',
      secretKey,
      publicUrl: 'https://mask.example',
      bindAddress: '::1',
      httpPort: 0,
      httpsPort: 443,
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
      mxPort: 25,
      submissionPort: 587,
      submissionsPort: 0,
      submissionPublicPort: 2525,
      submissionsPublicPort: 465,
      mailboxPort: null,
      mailboxPublicPort: 995,
      proxyProtocol: ['10.0.0.1', '2001:db8::/64'],
      mailDomains: ['mask.example', 'xn--bcher-kva.example'],
      mailHostname: 'mask.example',
      smarthost: { host: '::1', port: 465, implicitTls: true, user: 'us@er', password: 'p:ss' },
      dnsServers: ['192.0.2.1', '192.0.2.2:5353', '[2001:db8::1]:53', '2001:db8::2'],
      arc: 'on',
      unauthenticatedMail: 'refuse',
      trustedSealers: ['relay.example', 'lists.example'],
      reportsSent: { dmarc: true, tls: false },
      dnsblZones: ['zen.lists.example', 'bl.example'],
      rspamd: { origin: 'http://127.0.0.1:11333', password: 'p@ss' },
      spoolMaxBytes: 500 * 1024 * 1024,
      insecureWebhooks: true,
      operatorEmail: 'Op@example.com',
      privacyEmail: 'privacy@example.com',
      links: { docs: null, social: 'https://social.example/@mask' },
      roles: new Set(['mx', 'submission']),
      tls: { certFile: '/srv/kauke/cert.pem', keyFile: '/etc/key.pem' },
    });
  });

  it('turns Google sign-in on by its two variables, by plain http only on this machine', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    const issuer = 'https://accounts.google.com';
    expect(load(google).google).toEqual({ clientId: 'id', clientSecret: 'secret', issuer });
    const local = load({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9000' });
    expect(local.google).toMatchObject({ issuer: 'http://127.0.0.1:9000' });
  });

  it('leaves mail in and mail from mail programs to a provider, and needs a way out for its own', () => {
    const rest = { OPERATOR_EMAIL: 'me@example.com', SMARTHOST_URL: 'smtp://relay.example' };
    const { PUBLIC_URL } = operator;
    const set = { ...rest, FORWARDING_PROVIDER: 'improvmx', IMPROVMX_API_KEY: 'sk_1', PUBLIC_URL };
    const config = load({ ...set, IMPROVMX_API_URL: 'http://127.0.0.1:99/v4/' });
    expect(config.improvmx).toEqual({ apiKey: 'sk_1', apiUrl: 'http://127.0.0.1:99/v4' });
    expect(config.roles).toEqual(new Set(['web', 'worker']));
    expect(config.delivery).toBe('smarthost');
    expect(load(set).improvmx?.apiUrl).toBe('https://api.improvmx.com/v3');
    expect(faultsOf({ ...set, DELIVERY: 'mx' })).toEqual([
      'DELIVERY: got "mx", but FORWARDING_PROVIDER is improvmx; takes smarthost',
    ]);
    expect(load({ ...set, FORWARDING_PROVIDER: 'builtin' }).improvmx).toBeNull();
    const faults = faultsOf({ FORWARDING_PROVIDER: 'improvmx', OPERATOR_EMAIL: 'me@example.com' });
    expect(faults.map((line) => line.split(':')[0])).toEqual(['SMARTHOST_URL', 'IMPROVMX_API_KEY', 'PUBLIC_URL']);
  });

  it.each([
    ['DELIVERY', 'post'],
    ['DATABASE_URL', 'mysql://db'],
    ['SECRET_KEY', 'c2hvcnQ='],
    ['PUBLIC_URL', 'https://mask.example/app'],
    ['PUBLIC_URL', 'mask.example'],
    ['BIND_ADDRESS', 'localhost'],
    ['HTTP_PORT', '65536'],
    ['HTTP_PORT', '-1'],
    ['HTTPS_PORT', 'on'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['MX_PORT', '25a'],
    ['MAIL_DOMAINS', 'mask.example,'],
    ['MAIL_DOMAINS', 'localhost'],
    ['MAIL_DOMAINS', '192.0.2.1'],
    ['MAIL_DOMAINS', 'a%2eb.example'],
    ['MAIL_HOSTNAME', 'mx_1.example'],
    ['SMARTHOST_URL', 'smtp://relay.example/path'],
    ['SMARTHOST_URL', 'smtp://%zz@relay.example'],
    ['FORWARDING_PROVIDER', 'mailgun'],
    ['IMPROVMX_API_URL', 'http://api.improvmx.com/v3'],
    ['IMPROVMX_API_URL', 'https://api.improvmx.com/v3?x=1'],
    ['DNS_SERVERS', 'dns.example'],
    ['DNS_SERVERS', '192.0.2.1:0'],
    ['TARGET_CONFIRMATION', 'on'],
    ['CUT_THROUGH', 'yes'],
    ['ARC', 'yes'],
    ['UNAUTHENTICATED_MAIL', 'drop'],
    ['DNSBL_ZONES', '192.0.2.1'],
    ['TRUSTED_SEALERS', 'google'],
    ['TRUSTED_SEALERS', 'none, google.com'],
    ['RSPAMD_URL', 'rspamd.example'],
    ['RSPAMD_URL', 'http://rspamd.example/checkv2'],
    ['RSPAMD_URL', 'http://user:password@rspamd.example'],
    ['SPOOL_MAX', '2 GB'],
    ['SPOOL_MAX', '0'],
    ['WEBHOOK_ALLOW_INSECURE', 'yes'],
    ['OPERATOR_EMAIL', 'operator'],
    ['PRIVACY_EMAIL', 'privacy'],
    ['SOCIAL_URL', 'javascript:alert(1)'],
    ['DOCS_URL', 'docs.example'],
    ['GOOGLE_ISSUER', 'http://accounts.example'],
    ['GOOGLE_ISSUER', 'https://accounts.example/?tenant=1'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['SUBMISSION_PUBLIC_PORT', '0'],
    ['PROXY_PROTOCOL', 'on'],
    ['ROLES', 'web,submissions'],
  ])('refuses %s = %s in one line', (name, value) => {
    const others: Record<string, string> = name === 'DATABASE_URL' ? { ...operator, SECRET_KEY: secret } : operator;
    const faults = faultsOf({ ...others, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: got .+; takes .+$`, 'u'));
  });

  it('tells every fault at once', () => {
    expect(faultsOf({ HTTP_PORT: 'x', CUT_THROUGH: 'x', MAIL_DOMAIN: 'x', KAUKE_THING: '1' })).toEqual([
      'HTTP_PORT: got "x"; takes a port from 0 to 65535, 0 for any free one',
      'CUT_THROUGH: got "x"; takes on or off',
      'MAIL_DOMAIN: not a variable of this program; did you mean MAIL_DOMAINS?',
      'KAUKE_THING: not a variable of this program; takes none named so',
    ]);
  });

  it('never quotes a secret', () => {
    const faults = faultsOf({
      DATABASE_URL: 'http://u:hunter2@db',
      SECRET_KEY: 'hunter2',
      SMARTHOST_URL: 'x://u:hunter2@relay',
      OPERATOR_EMAIL: 'me@example.com',
    });
    expect(faults).toHaveLength(3);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it.each([
    [{ DATABASE_URL: 'postgres://db/kauke' }, 'SECRET_KEY'],
    [{ DELIVERY: 'smarthost', OPERATOR_EMAIL: 'me@example.com' }, 'SMARTHOST_URL'],
    [{ BIND_ADDRESS: '0.0.0.0' }, 'BIND_ADDRESS'],
    [{ OPERATOR_EMAIL: 'me@mask.test' }, 'OPERATOR_EMAIL'],
    [{ TLS_CERT_FILE: 'cert.pem' }, 'TLS_KEY_FILE'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID'],
    [{ TLS_KEY_FILE: 'key.pem' }, 'TLS_CERT_FILE'],
  ])('refuses %j for the sake of %s', (environment, name) => {
    const faults = faultsOf(environment);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: got `, 'u'));
  });
});
