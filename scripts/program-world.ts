import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { silentLog } from '#support/silent-log.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

/** What a program of any checkout runs on by itself until `scope` ends: a database, DNS, and the server that all its mail goes to. */
export async function openProgramWorld(scope: AsyncDisposableStack, name: string) {
  const dataDir = await mkdtemp(join(tmpdir(), `kauke-${name}-`));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
  scope.defer(server.stop);
  const sink = await startSmtpSink();
  scope.defer(sink.stop);
  const dns = await startDnsServer();
  scope.defer(dns.close);
  const env = {
    DATABASE_URL: server.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(dataDir, 'program'),
    BIND_ADDRESS: '127.0.0.1',
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@ops.example',
    DNS_SERVERS: dns.address,
  };
  return { sink, dns, env };
}
