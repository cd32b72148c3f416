import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDoctor } from '#cli/doctor/open-doctor.ts';
import { readDomains, withDomains } from '#cli/database.ts';
import type { PortState } from '#cli/setup/find-holder.ts';
import { runSetup, type SetupContext } from '#cli/setup/run-setup.ts';
import { gatherSettings } from '#config/gather-settings.ts';
import { loadConfig } from '#config/load-config.ts';
import { ConfigError } from '#config/start-error.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { makeProgramDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.close());

let folder: string;
let settings: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-setup-'));
  await chmod(folder, 0o755);
  settings = join(folder, 'etc/kauke.env');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const flags = ['--domain', 'mask.example', '--mail', 'me@home.example', '--name', "Ann's masks", '--country', 'Latvia'];

interface Run {
  /** What is said to each question; without it nobody is asked. */
  readonly says?: readonly string[];
  readonly ports?: Readonly<Record<number, PortState>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

function placeOf(environment: Readonly<Record<string, string>> = {}) {
  const named = { CONFIG_FILE: settings, DATA_DIR: join(folder, 'data'), ...environment };
  return { environment: named, isRoot: false, workingDirectory: folder, processors: 1 };
}

async function run(words: readonly string[], { says, ports = {}, environment, onLine = () => {} }: Run = {}) {
  const [printed, asked]: [string[], string[]] = [[], []];
  const answers = [...(says ?? [])];
  const adapters = { clock: systemClock, random: systemRandom, log: silentLog };
  const context: SetupContext = {
    ...adapters,
    place: placeOf(environment),
    ask: says === undefined ? null : (question) => Promise.resolve((asked.push(question), answers.shift() ?? '')),
    print: (line) => {
      printed.push(line);
      onLine(line);
    },
    findPortState: (port) => Promise.resolve(ports[port] ?? 'free'),
    openDoctor: (config) => openDoctor({ ...config, dnsServers: [dns.address] }, adapters),
    dnsEveryMs: 10,
    service: { checkout: folder, unitFolder: join(folder, 'units'), node: process.execPath },
    runCommand: () => Promise.resolve(1),
  };
  await runSetup(words, context);
  return { text: printed.join('\n'), asked };
}

/** For what is not about the database: one of the run's server, as a server of its own takes longest of all. */
async function runBeside(words: readonly string[], given: Run = {}) {
  return run(words, { ...given, environment: { ...(await makeProgramDatabase()), ...given.environment } });
}

async function faultsOf(words: readonly string[], given: Run = {}): Promise<readonly string[]> {
  try {
    await run(words, given);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    if (error instanceof Error) return [error.message];
  }
  return [];
}

function readConfig() {
  const place = placeOf();
  return loadConfig(gatherSettings(place).environment, place);
}

describe('setup', () => {
  it('makes a settings file of flags, the database, and prints the records of its domain', async () => {
    const { text } = await run([...flags, 'WORKERS=2']);
    expect((await stat(settings)).mode & 0o777).toBe(0o600);
    const config = readConfig();
    expect(config).toMatchObject({
      delivery: 'mx',
      workers: 2,
      mailDomains: ['mask.example'],
      mailHostname: 'mx.mask.example',
      publicUrl: 'https://mask.example',
      operatorEmail: 'me@home.example',
      mxPort: 25,
      submissionPort: 587,
      submissionsPort: 465,
      dataDir: join(folder, 'data'),
      legal: { operatorName: "Ann's masks", operatorCountry: 'Latvia' },
    });
    expect(text).toMatch(/^mask\.example\. +IN MX 10 mx\.mask\.example\.$/mu);
    const command = { config, clock: systemClock, random: systemRandom, log: silentLog };
    const [domain] = await withDomains(command, readDomains);
    expect(config.registration).toBe('invite');
    expect(text).toMatch(/operator's account until .*\n\nhttps:\/\/mask\.example\/auth#[\w-]{43}$/mu);
    expect(text).toContain(domain === undefined ? 'no domain' : dkimRecord(domain).name);
  });

  it('tells which secret everybody could read among the words', async () => {
    const key = systemRandom.bytes(32).toString('base64');
    const words = [...flags, `SECRET_KEY=${key}`, '--rspamd', 'http://127.0.0.1:11333'];
    const { text } = await runBeside(words, { environment: { SECRET_KEY: '' } });
    expect(text).toMatch(/^SECRET_KEY stood in the command line, .*: better SECRET_KEY_FILE=PATH\.$/mu);
    expect(text).not.toContain('RSPAMD_URL stood');
    expect(text).not.toContain(key);
  });

  it('asks for what no flag says, tells what is wrong with an answer, and asks again', async () => {
    const says = ['mask', 'mask.example', '', 'http://localhost', 'https://app.mask.example', 'me@mask.example'];
    const { asked } = await runBeside(flags.slice(4), {
      says: [...says, 'me@home.example', 'open', 'smtp://relay.example', '', ''],
    });
    expect(asked).toHaveLength(12);
    expect(asked[1]).toMatch(/^ {2}MAIL_DOMAINS: got "mask"; takes domain names/u);
    expect(asked[2]).toContain('[mx.mask.example]');
    expect(asked[4]).toMatch(/^ {2}PUBLIC_URL: got "http:\/\/localhost", but DELIVERY is mx/u);
    expect(asked[6]).toMatch(
      /^ {2}OPERATOR_EMAIL: got "me@mask\.example"; takes an email address, not on MAIL_DOMAINS/u,
    );
    expect(readConfig()).toMatchObject({
      publicUrl: 'https://app.mask.example',
      registration: 'open',
      delivery: 'smarthost',
      smarthost: { host: 'relay.example' },
      rspamd: null,
      dnsblZones: [],
    });
  });

  it.each([
    [['--domain', 'mask'], /^--domain \(MAIL_DOMAINS\): got "mask"; takes domain names/u],
    [['--host', 'mx_1.example'], /^--host \(MAIL_HOSTNAME\): got "mx_1\.example"; takes a host name/u],
    [
      ['--mail', 'me@mask.example'],
      /^--mail \(OPERATOR_EMAIL\): got "me@mask\.example"; takes an email address, not on/u,
    ],
    [['--way-out', 'post'], /^--way-out \(SMARTHOST_URL\): got a value of 4 characters; takes smtp:/u],
    [['--web', 'http://localhost'], /^--web \(PUBLIC_URL\): got "http:\/\/localhost", but DELIVERY is mx/u],
    [['--rspamd', 'here'], /^--rspamd \(RSPAMD_URL\): got a value of 4 characters/u],
    [['--country', ''], /^--country: got nothing; takes the country whose law/u],
    [['--colour', 'red'], /^--colour: setup takes --domain, /u],
    [['--domain'], /^--domain: setup takes --domain, /u],
    [['mask.example'], /^mask\.example: setup takes --domain, /u],
    [['HTTP_PROT=1'], /^HTTP_PROT: not a variable of this program; did you mean HTTP_PORT\?$/u],
    [['MAIL_HOSTNAME=a.example', '--host', 'b.example'], /^--host and MAIL_HOSTNAME say the same; give one of them$/u],
    [['HTTP_PORT=many'], /^HTTP_PORT: got "many"/u],
    [['SECRET_KEY_FILE=/nowhere/key'], /^SECRET_KEY_FILE: \/nowhere\/key cannot be read \(ENOENT\)$/u],
  ])('refuses %j in one line and leaves nothing behind', async (words, line) => {
    expect(await faultsOf([...flags, ...words])).toEqual([expect.stringMatching(line)]);
    expect([existsSync(join(folder, 'etc')), existsSync(join(folder, 'data'))]).toEqual([false, false]);
  });

  it.each([
    [['--user', 'kauke'], '--user (RUN_AS): only root can say so; run setup as root'],
    [['--unit'], '--unit: only root can write a unit; run setup as root.'],
  ])('refuses %j to whoever is not root', async (words, line) => {
    expect(await faultsOf([...flags, ...words])).toEqual([line]);
    expect([existsSync(join(folder, 'etc')), existsSync(join(folder, 'data'))]).toEqual([false, false]);
  });

  it('says what is missing where nobody can be asked', async () => {
    expect(await faultsOf(flags.slice(2))).toEqual([
      expect.stringMatching(/^--domain: got nothing; takes the domain/u),
    ]);
  });

  it('takes back the settings where there can be no database', async () => {
    const faults = await faultsOf([
      ...flags,
      'DATABASE_URL=postgres://u@127.0.0.1:1/x',
      `SECRET_KEY=${systemRandom.bytes(32).toString('base64')}`,
    ]);
    expect(faults).toEqual(['The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).']);
    expect(existsSync(settings)).toBe(false);
  });

  it.each([
    ['a second line', 'Ann\nREGISTRATION=open'],
    ['an octet that is no text', 'Ann\0'],
  ])('refuses %s in an answer before anything is written', async (_, name) => {
    const given = [...flags, 'WORKERS=1'].map((word) => (word === "Ann's masks" ? name : word));
    const [fault, ...others] = await faultsOf(given);
    expect(fault).toMatch(/^--name \(OPERATOR_NAME\): /u);
    expect(others).toEqual([]);
    expect(existsSync(settings)).toBe(false);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('says why a file cannot be written', async () => {
    const CONFIG_FILE = '/proc/kauke/kauke.env';
    expect(await faultsOf(flags, { environment: { CONFIG_FILE } })).toEqual([
      expect.stringMatching(/^\/proc\/kauke\/kauke\.env cannot be written \(\w+\); name another file in CONFIG_FILE/u),
    ]);
  });

  it('takes what the environment says as answers, and changes no file that is there', async () => {
    const operator = { OPERATOR_EMAIL: 'me@home.example', OPERATOR_NAME: 'Ann', OPERATOR_COUNTRY: 'Latvia' };
    await run([], { environment: { MAIL_DOMAINS: 'mask.example', ...operator } });
    const before = await readFile(settings, 'utf8');
    expect(readConfig().legal.operatorName).toBe('Ann');
    expect((await run([])).text).toMatch(/^mask\.example\. +IN MX 10 mx\.mask\.example\.$/mu);
    expect(await faultsOf(flags)).toEqual([
      `${settings} is there already: change your settings in it, then run setup without answers.`,
    ]);
    expect(await readFile(settings, 'utf8')).toBe(before);
  });

  it('listens elsewhere and says how to live behind who holds the ports', async () => {
    const [postfix, nginx] = [{ holder: 'postfix' }, { holder: 'nginx' }] as const;
    const { text } = await runBeside(flags, { ports: { 25: postfix, 587: postfix, 80: nginx, 443: nginx } });
    expect(readConfig()).toMatchObject({
      mxPort: 2525,
      submissionPort: 2587,
      submissionPublicPort: 2587,
      submissionsPort: 465,
      submissionsPublicPort: 465,
      trustedProxies: ['127.0.0.1', '::1'],
    });
    expect(text).toContain('Postfix holds ports 25, 587.');
    expect(text).toContain('transport_maps = inline:{{mask.example = smtp:[127.0.0.1]:2525}}');
    expect(text).toContain('nginx holds ports 80, 443.');
    expect(text).toContain('server_name mask.example mta-sts.mask.example;');
  });

  it('answers the web and gets certificates by itself where both ports are free, else says what a proxy must pass on', async () => {
    const certified = [...flags, '--certificates', 'me@home.example'];
    const { text } = await runBeside(certified);
    expect(readConfig()).toMatchObject({ httpsPort: 443, redirectPort: 80, acme: { email: 'me@home.example' } });
    expect(text).not.toMatch(/Caddy|TLS_CERT_FILE/u);
    await rm(settings);
    const held = await runBeside(certified, { ports: { 80: { holder: 'nginx' } } });
    expect(readConfig()).toMatchObject({ httpsPort: null, redirectPort: null });
    expect(held.text).toContain('http://mx.mask.example/.well-known/acme-challenge/ on to http://127.0.0.1:3000');
  });

  it('names the rights that low ports need, and ways past mox, Caddy and others', async () => {
    const [mox, other, caddy] = [{ holder: 'mox' }, { holder: 'another program' }, { holder: 'caddy' }] as const;
    const { text } = await runBeside(flags, { ports: { 25: mox, 465: 'closed', 587: other, 80: caddy, 443: mox } });
    expect(text).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
    expect(text).toContain('mox holds ports 25, 443.');
    expect(text).toContain('\t\tDomain: mta-sts.mask.example');
    expect(text).toContain('Caddy holds port 80.');
    expect(text).toContain('Another program holds port 587.');
  });

  it('waits for DNS and tells what turns green', async () => {
    let dkim = { name: '', value: '' };
    const lines: string[] = [];
    const publish = (line: string): void => {
      lines.push(line);
      const [, name = '', text = ''] = /^(k1\._domainkey\S+)\. +IN TXT (".*")$/mu.exec(line) ?? [];
      if (name !== '') dkim = { name, value: text.replaceAll('" "', '').slice(1, -1) };
      if (line.includes('waits    mx.mask.example has no address')) {
        dns.add({ 'mx.mask.example': { A: ['9.9.9.9'] }, '9.9.9.9.in-addr.arpa': { PTR: ['mx.mask.example'] } });
      }
      if (line.includes('ok       PTR of 9.9.9.9')) {
        dns.add({
          'mask.example': {
            MX: [{ preference: 10, exchange: 'mx.mask.example' }],
            TXT: ['v=spf1 a:mx.mask.example ~all'],
          },
          [dkim.name]: { TXT: [dkim.value] },
          '_dmarc.mask.example': { TXT: ['v=DMARC1; p=quarantine'] },
          '_mta-sts.mask.example': { TXT: ['v=STSv1; id=1'] },
        });
      }
    };
    await runBeside([...flags, '--wait', `DNS_SERVERS=${dns.address}`], { onLine: publish });
    expect(lines).toEqual(
      expect.arrayContaining([
        '  waits    mx.mask.example has no address',
        '  waits    MX of mask.example is missing',
        '  ok       PTR of 9.9.9.9 names mx.mask.example',
        '  ok       MX of mask.example is mx.mask.example',
        '  ok       DKIM of mask.example matches',
        '  ok       MTA-STS of mask.example is published',
        'DNS shows all that is needed.',
      ]),
    );
  });
});
