import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorContext } from '#cli/doctor/doctor-context.ts';
import { runDoctor } from '#cli/doctor/run-doctor.ts';
import { readDomains, withDomains } from '#cli/database.ts';
import { makeNextKey, switchKeys } from '#core/domains/domain-keys.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { systemClock } from '#platform/clock.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { openTestDoctor, withBoundPorts } from '#support/doctor-world.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { startService, type RunningService } from '#support/running-service.ts';
import { rsaKey } from '#support/rsa-keys.ts';

let dns: DnsServer;
let service: RunningService;
let foreign: Server;

const address = '9.9.9.9';

beforeAll(async () => {
  dns = await startDnsServer();
  // Somebody's mail host, which greets.
  foreign = createServer((socket) => void socket.end('220 mx.operator.example\r\n')).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  service = await startService({
    DELIVERY: 'mx',
    MAIL_DOMAINS: 'mask.example',
    MAIL_HOSTNAME: 'mx.mask.example',
    ...mxOperator,
    PUBLIC_URL: 'http://mask.example',
    DNSBL_ZONES: 'bl.example',
    SPOOL_MAX: '1 MiB',
    DNS_SERVERS: dns.address,
  });
});
afterAll(async () => {
  await service.stop();
  await dns.close();
  foreign.close();
});

async function diagnose(changes: Partial<DoctorContext['config']> = {}): Promise<{ faults: number; text: string }> {
  const { command, program } = service;
  const config = { ...withBoundPorts(command.config, program), ...changes };
  const { port: mailPort } = foreign.address() as AddressInfo;
  const context = openTestDoctor(config, {
    address,
    mailPort,
    ports: new Map([
      [mailPort, program.mxPort ?? 0],
      [587, program.submissionPort ?? 0],
      [465, program.submissionsPort ?? 0],
      [80, program.httpPort],
    ]),
    clockUrl: `http://clock.example:${program.httpPort}`,
    dnsServers: [dns.address],
  });
  const lines: string[] = [];
  const faults = await runDoctor({ ...command, config }, context, (line) => lines.push(line));
  return { faults, text: lines.join('\n') };
}

/** What an operator who followed all advice has published. */
async function publish(): Promise<void> {
  const [domain] = await withDomains(service.command, readDomains);
  if (domain === undefined) throw new Error('no domain');
  const dkim = dkimRecord(domain);
  dns.add({
    'mask.example': {
      A: [address],
      MX: [{ preference: 10, exchange: 'mx.mask.example' }],
      TXT: ['v=spf1 a:mx.mask.example ~all'],
    },
    'mx.mask.example': { A: [address] },
    '9.9.9.9.in-addr.arpa': { PTR: ['mx.mask.example'] },
    [dkim.name]: { TXT: [dkim.value] },
    '_dmarc.mask.example': { TXT: ['v=DMARC1; p=quarantine'] },
    '_mta-sts.mask.example': { TXT: ['v=STSv1; id=1'] },
    'operator.example': { MX: [{ preference: 10, exchange: 'mx.operator.example' }] },
    'mx.operator.example': { A: ['127.0.0.1'] },
    'clock.example': { A: ['127.0.0.1'] },
  });
}

describe('the doctor', () => {
  it('names every record that is missing, as a line to publish', async () => {
    const { faults, text } = await diagnose();
    expect(text).toContain('FAULT    mx.mask.example has no address');
    expect(text).toMatch(
      /FAULT {4}MX of mask\.example is missing\n {11}Publish: mask\.example\. +IN MX 10 mx\.mask\.example\./,
    );
    expect(text).toMatch(
      /FAULT {4}SPF of mask\.example cannot be checked\n {11}Publish: .* "v=spf1 a:mx\.mask\.example ~all"/,
    );
    expect(text).toMatch(
      /FAULT {4}DKIM of mask\.example is missing\n {11}Publish: .*_domainkey\.mask\.example\. +IN TXT "v=DKIM1; k=rsa; p=/,
    );
    expect(text).toMatch(/WARNING {2}DMARC of mask\.example is missing/);
    expect(faults).toBeGreaterThanOrEqual(4);
  });

  it('warns of a program that is root, by whose its data is', async () => {
    const { text } = await diagnose();
    expect(text.includes('WARNING  The program runs as root')).toBe(process.getuid?.() === 0);
    const { text: other } = await diagnose({ dataDir: '/nowhere' });
    expect(other).not.toContain('runs as root');
  });

  it('asks the servers of the routes', async () => {
    const { port } = foreign.address() as AddressInfo;
    const route = { protocol: 'lmtp', host: '127.0.0.1' } as const;
    const routes = [
      { ...route, domain: 'here.example', port },
      { ...route, domain: 'gone.example', port: 1 },
    ];
    const { text } = await diagnose({ routes });
    expect(text).toContain(`ok       The server for here.example answers (lmtp, port ${port})`);
    expect(text).toContain('FAULT    The server for gone.example does not answer (unreachable)');
  });

  it('finds nothing to mend but the certificates where all is published', async () => {
    await publish();
    const { text } = await diagnose();
    for (const line of [
      'The database answers and is up to date',
      'mx.mask.example is 9.9.9.9',
      'PTR of 9.9.9.9 names mx.mask.example',
      'MX of mask.example is mx.mask.example',
      'SPF of mask.example passes',
      'DKIM of mask.example matches',
      'DMARC of mask.example is published',
      'MTA-STS of mask.example is published',
      'is open',
      'which others are told, answers',
      'http://mask.example answers',
      'bl.example lists no address of ours',
      'answers and is ready',
      'Spam defence is set up',
    ]) {
      expect(text).toMatch(new RegExp(`^ {2}ok {7}.*${line.replaceAll('.', '\\.')}$`, 'm'));
    }
    expect(text).toMatch(/WARNING {2}MX_PORT \d+ answers, but its certificate is not trusted/);
    const faults = text.split('\n').filter((line) => line.startsWith('  FAULT'));
    expect(faults.every((line) => /SUBMISSIONS?_PORT \d+ answers, but its certificate is not trusted/.test(line))).toBe(
      true,
    );
  });

  it('tells a wrong key, a foreign PTR and a closed port from what is missing', async () => {
    await publish();
    const [domain] = await withDomains(service.command, readDomains);
    const dkim = dkimRecord({
      name: 'mask.example',
      selector: domain?.selector ?? '',
      key: rsaKey(14),
    });
    dns.add({
      [dkim.name]: { TXT: [dkim.value] },
      '9.9.9.9.in-addr.arpa': { PTR: ['host-9.provider.example'] },
      'mask.example': { MX: [{ preference: 10, exchange: 'mx.elsewhere.example' }], TXT: ['v=spf1 -all'] },
    });
    const { text } = await diagnose({ mxPort: 1 });
    expect(text).toMatch(/DKIM of mask\.example is not our key[^]*?Take away:\n.*p=[^]*?Then publish: .*p=/u);
    expect(text).toContain('PTR of 9.9.9.9 names host-9.provider.example');
    expect(text).toContain('MX of mask.example is mx.elsewhere.example');
    expect(text).toContain('SPF of mask.example gives fail for 9.9.9.9');
    expect(text).toContain('MX_PORT 1 does not answer (unreachable)');
  });

  it('follows a domain from one DKIM key to the next', async () => {
    const [domain] = await withDomains(service.command, readDomains);
    if (domain === undefined) throw new Error('no domain');
    await publish();
    await withDomains(service.command, (core) => makeNextKey(core, domain));
    expect((await diagnose()).text).toMatch(
      /WARNING {2}The next DKIM key of mask\.example is not published\n {11}Publish:\n {11}k2\._domainkey\.mask\.example\. /,
    );
    const [{ spare } = domain] = await withDomains(service.command, readDomains);
    if (spare === null) throw new Error('no next key');
    const next = dkimRecord({ name: 'mask.example', selector: spare.selector, key: spare.key });
    dns.add({ [next.name]: { TXT: [next.value] } });
    expect((await diagnose()).text).toContain(
      'The next DKIM key of mask.example is published and not in use\n           Run: npm run kauke -- dkim rotate mask.example',
    );
    await withDomains(service.command, (core) => switchKeys(core, domain));
    expect((await diagnose()).text).toContain('The last DKIM key of mask.example matches');
    dns.add({ [dkimRecord(domain).name]: { TXT: [] } });
    expect((await diagnose()).text).toMatch(
      /FAULT {4}The last DKIM key of mask\.example is missing\n {11}Publish: k1\./,
    );
  });

  it('looks at each address that mail leaves from instead', async () => {
    await publish();
    const rest = { purposes: [], since: null, drain: false };
    const sendFrom = [
      { ...rest, address: '127.0.0.2', hostname: 'nat.mask.example' },
      { ...rest, address: '9.9.9.8', hostname: 'mx8.mask.example' },
      { ...rest, address: '2620:fe::9', hostname: 'mx8.mask.example' },
    ];
    await withDomains(service.command, ({ database: { db } }) =>
      db
        .insertInto('sendAddresses')
        .values({ address: '9.9.9.8', since: new Date(systemClock.now()), listedAt: new Date('2026-11-20T10:00:00Z') })
        .execute(),
    );
    const { text: before } = await diagnose({ sendFrom });
    expect(before).not.toContain('PTR of 9.9.9.9');
    expect(before).toContain('9.9.9.8 is no address of this machine');
    expect(before).toMatch(
      /FAULT {4}mx8\.mask\.example does not lead to 9\.9\.9\.8\n {11}Publish: mx8\.mask\.example\. +IN A 9\.9\.9\.8/,
    );
    expect(before).toMatch(
      /FAULT {4}PTR of 2620:fe::9 is missing\n.* Until it has such a name, no mail leaves from it\./,
    );
    expect(before).toMatch(
      /SPF of mask\.example gives softfail for 9\.9\.9\.8\n {11}Publish: .*"v=spf1 a:nat\.mask\.example ip4:9\.9\.9\.8 ip6:2620:fe::9 ~all"/,
    );
    expect(before).toContain('A block list of DNSBL_ZONES names 9.9.9.8, from which mail leaves (2026-11-20)');

    dns.add({
      'mask.example': { TXT: ['v=spf1 a:nat.mask.example ip4:9.9.9.8 ip6:2620:fe::9 ~all'] },
      'nat.mask.example': { A: ['9.9.9.7'] },
      '7.9.9.9.in-addr.arpa': { PTR: ['nat.mask.example'] },
      'mx8.mask.example': { A: ['9.9.9.8'], AAAA: ['2620:fe::9'] },
      '8.9.9.9.in-addr.arpa': { PTR: ['other.mask.example'] },
      'other.mask.example': { A: ['9.9.9.8'] },
    });
    const { text } = await diagnose({ sendFrom });
    for (const line of [
      'Mail can leave from 127.0.0.2',
      'nat.mask.example is 9.9.9.7',
      'PTR of 9.9.9.7 names nat.mask.example',
      'mx8.mask.example is 2620:fe::9',
      'SPF of mask.example passes',
    ]) {
      expect(text).toContain(`  ok       ${line}\n`);
    }
    expect(text).toContain('WARNING  PTR of 9.9.9.8 names other.mask.example, but it calls itself mx8.mask.example');
  });

  it('sees whether backups are made, and that mail is held after a restore', async () => {
    const folder = service.dataDir;
    const backup = { publicKey: Buffer.alloc(32, 1), folder, keep: 7 };
    expect((await diagnose()).text).not.toContain('backup');
    expect((await diagnose({ backup })).text).toContain('FAULT    BACKUP_DIR holds no backup of today or yesterday');
    const name = `kauke-${new Date(systemClock.now()).toISOString().slice(0, 10)}.kauke`;
    await writeFile(join(folder, name), '');
    await withDomains(service.command, ({ database: { db } }) =>
      db
        .insertInto('deliveryHold')
        .values({ since: new Date(systemClock.now()) })
        .execute(),
    );
    const { text } = await diagnose({ backup });
    expect(text).toContain(`  ok       The newest backup is ${name}\n`);
    expect(text).toContain('WARNING  0 deliveries wait, held since this database was restored');
    await withDomains(service.command, ({ database: { db } }) => db.deleteFrom('deliveryHold').execute());
  });

  it('says so when there is no database to ask', async () => {
    const file = join(service.dataDir, 'in-the-way');
    await mkdir(service.dataDir, { recursive: true });
    await writeFile(file, '');
    const { text } = await diagnose({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: file });
    expect(text).toMatch(/FAULT {4}The database cannot be used\n {11}\S/);
  });
});
