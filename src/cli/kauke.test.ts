import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctorReportSchema } from '#cli/doctor/doctor-report.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { openDatabase } from '#database/open-database.ts';
import { systemRandom } from '#platform/random.ts';
import { createEmptyTestDatabase } from '#support/database.ts';
import { presentServer } from '#support/present-server.ts';
import { runCommand, type CommandEnd } from '#support/run-command.ts';
import { runInside } from '#support/run-inside.ts';
import { silentLog } from '#support/silent-log.ts';

let dataDir: string;
/** As the first start leaves it. */
beforeAll(async () => {
  dataDir = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-command-')));
  const config = { databaseUrl: null, dataDir };
  const { database, close } = await openDatabase({ config, log: silentLog, random: systemRandom });
  await migrateDatabase(database);
  await close();
});
afterAll(() => rm(dataDir, { recursive: true }));

function kauke(parameters: string[], variables: Record<string, string> = {}): Promise<CommandEnd> {
  return runInside(parameters, { DATA_DIR: dataDir, ...variables });
}

/** In a process of its own. */
function kaukeAlone(parameters: string[], variables: Record<string, string> = {}): Promise<CommandEnd> {
  return runCommand(parameters, { DATA_DIR: dataDir, ...variables });
}

describe('the command line', () => {
  it('prints help when asked', async () => {
    const { exitCode, output } = await kauke(['help']);
    expect(exitCode).toBe(0);
    for (const name of [
      'setup',
      'migrate',
      'dkim',
      'dkim rotate [NAME]',
      'domain add NAME',
      'domain list',
      'invite [--days N] [--uses N] [--operator]',
      'account waiting',
      'account approve WHO',
      'account unlock WHO',
      'account sign-out WHO',
      'account return-name WHO ADDRESS FORMER',
      'account reported',
      'volume',
      'health',
      'send-test ALIAS',
      'alias list [TEXT]',
      'alias make [NAME@]DOMAIN --forward-to WHERE [--notes TEXT]',
      'doctor [--json] [--echo ADDRESS]',
      'backup key',
      'backup FILE [--with-mail]',
      'restore FILE [--key-file KEY] [--journal FILE] [--verify]',
      'release-mail',
      'rotate-secret',
    ])
      expect(output).toContain(name);
  });

  it('tells which release it is', async () => {
    const { version } = JSON.parse(await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(await kaukeAlone(['--version'])).toEqual({ exitCode: 0, output: `Kauke ${version}\n`, faults: '' });
    expect(await kauke(['--version', 'more'])).toMatchObject({ exitCode: 2, output: '' });
  });

  it.each([
    [[]],
    [['unknown']],
    [['constructor']],
    [['send-test']],
    [['migrate', 'more']],
    [['domain']],
    [['domain', 'add']],
    [['dkim', 'rotate', 'mask.example', 'more']],
    [['backup']],
    [['restore']],
  ])('answers %j with help on stderr and exit code 2', async (parameters) => {
    const { exitCode, faults } = await kauke(parameters);
    expect(exitCode).toBe(2);
    expect(faults).toContain('Usage: npm run kauke');
  });

  it('ends with that code', async () => {
    const result = await kaukeAlone(['unknown']);
    expect(result).toMatchObject({ exitCode: 2, output: '' });
    expect(result.faults).toContain('Usage: npm run kauke');
  });

  it('tells a malformed variable in one line and exits with 2', async () => {
    const result = await kauke(['dkim'], { HTTP_PORT: 'many' });
    expect(result).toMatchObject({ exitCode: 2, output: '' });
    expect(result.faults).toMatch(/^HTTP_PORT: got "many"[^\n]*\n$/u);
  });

  it('sets up before there are settings to read, and tells what is missing in one line', async () => {
    const CONFIG_FILE = join(dataDir, 'new.env');
    const result = await kauke(['setup', '--domain', 'mask.example', '--mail', 'me@mask.example'], { CONFIG_FILE });
    expect(result).toMatchObject({ exitCode: 2, output: '' });
    expect(result.faults).toMatch(/^--mail \(OPERATOR_EMAIL\): got "me@mask\.example"; takes [^\n]*\n$/u);
    expect(existsSync(CONFIG_FILE)).toBe(false);
  });

  it('tells in one line that nothing listens and exits with 1', async () => {
    const result = await kauke(['send-test', 'a@kauke.test'], { MX_PORT: '1' });
    expect(result).toMatchObject({ exitCode: 1, output: '' });
    expect(result.faults).toMatch(/^Nothing listens on 127\.0\.0\.1 port 1\.[^\n]*\n$/u);
  });

  it('makes no database by accident', async () => {
    const elsewhere = join(dataDir, 'elsewhere');
    for (const words of [['doctor'], ['migrate'], ['dkim'], ['domain', 'list'], ['rotate-secret']]) {
      const { exitCode, output, faults } = await kauke(words, { DATA_DIR: elsewhere, DNS_SERVERS: '127.0.0.1:1' });
      expect(exitCode).toBe(1);
      expect(`${output}${faults}`).toContain(`There is no database in DATA_DIR ${elsewhere}. Start the program first`);
      expect(existsSync(elsewhere)).toBe(false);
    }
    const { url, drop } = await createEmptyTestDatabase();
    const env = { DATABASE_URL: url, SECRET_KEY: systemRandom.bytes(32).toString('base64') };
    expect((await kauke(['migrate'], env)).faults).toMatch(/^The database is empty\. Start the program first/u);
    await drop();
  });

  it('prints the same records beside the running program', async () => {
    const settings = join(dataDir, 'kauke.env');
    const lines = ['MAIL_DOMAINS=mask.example', 'OPERATOR_EMAIL=me@home.example', 'OPERATOR_NAME=Ann'];
    await writeFile(settings, [...lines, 'OPERATOR_COUNTRY=Latvia', 'PUBLIC_URL=https://mask.example'].join('\n'), {
      mode: 0o600,
    });
    const before = await kaukeAlone(['dkim'], { CONFIG_FILE: '' });
    expect(before).toMatchObject({ exitCode: 0, faults: '' });
    expect(before.output).toMatch(/^k1\._domainkey\.mask\.example\. +IN TXT "v=DKIM1; k=rsa; p=/mu);
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
    const beside = await kaukeAlone(['dkim'], { CONFIG_FILE: settings });
    await server.stop();
    expect(beside).toEqual(before);
    await chmod(settings, 0o644);
    expect(await kauke(['dkim'], { CONFIG_FILE: '' })).toMatchObject({
      exitCode: 2,
      faults: expect.stringMatching(/^CONFIG_FILE: \S+ can be read or changed by others; run: chmod \d+ \S+\n$/u),
    });
    await chmod(settings, 0o600);
    await writeFile(settings, 'DATA_DIR=x\nHTTP_PORT=many\n');
    expect((await kauke(['dkim'], { CONFIG_FILE: '' })).faults).toMatch(/^\S+\/kauke\.env:2: HTTP_PORT: got "many"/u);
  });

  it('migrates and rotates on a DATA_DIR that no program holds', async () => {
    expect((await kauke(['migrate'])).output).toMatch(/up to date|Migrated/u);
    expect(await kauke(['rotate-secret'])).toMatchObject({ exitCode: 0, faults: '' });
    expect(await kauke(['dkim'])).toMatchObject({ exitCode: 0, faults: '' });
  });

  it('makes the next DKIM key of one domain and of all', async () => {
    const one = await kauke(['dkim', 'rotate', 'mask.example']);
    expect(one).toMatchObject({ exitCode: 0, faults: '' });
    expect(one.output).toMatch(/^k2\._domainkey\.mask\.example\. +IN TXT "v=DKIM1; k=rsa; p=/mu);
    expect((await kauke(['dkim', 'rotate'], { DNS_SERVERS: '127.0.0.1:1' })).output).toBe(one.output);
    expect(await kauke(['dkim', 'rotate', 'elsewhere.example'])).toMatchObject({ exitCode: 1, output: '' });
  });

  it('says what the doctor takes', async () => {
    for (const [words, fault] of [
      [['--jsn'], '"--jsn": takes --json and --echo ADDRESS.\n'],
      [['--echo', 'nobody'], '--echo "nobody": takes an email address.\n'],
    ] as const) {
      expect(await kauke(['doctor', ...words])).toEqual({ exitCode: 1, output: '', faults: fault });
    }
    const { exitCode, output } = await kauke(['doctor', '--json'], { DNS_SERVERS: '127.0.0.1:1' });
    expect({ exitCode, report: doctorReportSchema.parse(JSON.parse(output)) }).toMatchObject({
      exitCode: 1,
      report: { version: 1, findings: expect.arrayContaining([expect.objectContaining({ check: 'database' })]) },
    });
  });
});
