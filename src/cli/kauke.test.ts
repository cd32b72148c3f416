import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-command-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Runs the command as npm does, in a process of its own. */
function kauke(parameters: string[], variables: Record<string, string> = {}) {
  return new Promise<{ exitCode: unknown; output: string; faults: string }>((done) => {
    execFile(
      process.execPath,
      [resolve(import.meta.dirname, 'kauke.ts'), ...parameters],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...variables } },
      (error, output, faults) => done({ exitCode: error?.code ?? 0, output, faults }),
    );
  });
}

describe('the command line', () => {
  it('prints help when asked', async () => {
    const { exitCode, output } = await kauke(['help']);
    expect(exitCode).toBe(0);
    for (const name of [
      'migrate',
      'dkim',
      'dkim rotate [NAME]',
      'domain add NAME',
      'domain list',
      'send-test ALIAS',
      'backup key',
      'backup FILE [--with-mail]',
      'restore FILE [--key-file KEY] [--journal FILE] [--verify]',
      'release-mail',
      'rotate-secret',
    ])
      expect(output).toContain(name);
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
    const result = await kauke(parameters);
    expect(result).toMatchObject({ exitCode: 2, output: '' });
    expect(result.faults).toContain('Usage: npm run kauke');
  });

  it('tells a malformed variable in one line and exits with 2', async () => {
    const result = await kauke(['dkim'], { HTTP_PORT: 'many' });
    expect(result).toMatchObject({ exitCode: 2, output: '' });
    expect(result.faults).toMatch(/^HTTP_PORT: got "many"[^\n]*\n$/u);
  });

  it('tells in one line that nothing listens and exits with 1', async () => {
    const result = await kauke(['send-test', 'a@kauke.test'], { MX_PORT: '1' });
    expect(result).toMatchObject({ exitCode: 1, output: '' });
    expect(result.faults).toMatch(/^Nothing listens on 127\.0\.0\.1 port 1\.[^\n]*\n$/u);
  });

  it('prints the same records before the first start and beside the running program', async () => {
    const before = await kauke(['dkim'], { MAIL_DOMAINS: 'mask.example', OPERATOR_EMAIL: 'me@home.example' });
    expect(before).toMatchObject({ exitCode: 0, faults: '' });
    expect(before.output).toMatch(/^k1\._domainkey\.mask\.example\. +IN TXT "v=DKIM1; k=rsa; p=/mu);
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
    const beside = await kauke(['dkim'], { MAIL_DOMAINS: 'mask.example', OPERATOR_EMAIL: 'me@home.example' });
    await server.stop();
    expect(beside).toEqual(before);
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
});
