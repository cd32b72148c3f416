import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectDatabase } from '#database/connect-database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { startProgram } from '#support/program.ts';
import { silentLog } from '#support/silent-log.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';
import { startWebhookReceiver } from '#support/webhook-receiver.ts';
import { dumpDatabase } from '../tests/upgrade/dump-database.ts';
import { populateRelease } from '../tests/upgrade/populate-release.ts';
import type { ReleaseData } from '../tests/upgrade/release-data.ts';

/**
 * Makes the fixture of a release for tests/upgrade: starts the program of a checkout (this one unless another is named)
 * on an empty database, makes data of every kind by its API and by SMTP, stops it and writes the database down.
 */
const repository = resolve(import.meta.dirname, '..');
const [name = '', checkout = repository] = process.argv.slice(2);
if (!/^[\w.-]+$/u.test(name)) {
  process.stderr.write('Usage: node scripts/dump-release.ts NAME [CHECKOUT]\n');
  process.exit(2);
}

await using scope = new AsyncDisposableStack();
const dataDir = await mkdtemp(join(tmpdir(), 'kauke-dump-'));
scope.defer(() => rm(dataDir, { recursive: true, force: true }));
const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
scope.defer(server.stop);
const sink = await startSmtpSink();
scope.defer(sink.stop);
const dns = await startDnsServer();
scope.defer(dns.close);
const receiver = await startWebhookReceiver({ secure: false });
scope.defer(receiver.stop);

const secretKey = randomBytes(32).toString('base64');
const env = {
  DATABASE_URL: server.url,
  SECRET_KEY: secretKey,
  DATA_DIR: join(dataDir, 'program'),
  BIND_ADDRESS: '127.0.0.1',
  SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
  OPERATOR_EMAIL: 'operator@ops.example',
  DNS_SERVERS: dns.address,
  WEBHOOK_ALLOW_INSECURE: 'true',
};
const program = await startProgram({ env, checkout });
const made = await populateRelease({ checkout, env, program, sink, receiver });
await program.stop();

const database = await connectDatabase(server.url, silentLog);
scope.defer(() => database.db.destroy());
const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as { version: string };
const data: ReleaseData = { version, secretKey, madeAt: new Date().toISOString(), ...made };
const folder = resolve(repository, 'tests/upgrade', name);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'dump.sql'), await dumpDatabase(database));
await writeFile(join(folder, 'data.json'), `${JSON.stringify(data, null, 2)}\n`);
