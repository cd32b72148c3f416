import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachDatabase } from '#cli/database.ts';
import { loadConfig } from '#config/load-config.ts';
import type { Config } from '#config/config.ts';
import type { Database } from '#database/database.ts';
import { openDatabase } from '#database/open-database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemAdapters } from '#main/main.ts';
import { systemRandom } from '#platform/random.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { presentServer } from '#support/present-server.ts';
import { silentLog } from '#support/silent-log.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { receiverAuthority, receiverHost } from '#support/webhook-receiver.ts';
import { startCrashReceiver } from './crash-receiver.ts';
import { startCrashSink } from './crash-sink.ts';
import { startDatabasePair, type DatabasePair } from './database-pair.ts';
import type { Copy } from './delivery-name.ts';
import { createTrouble, type Trouble } from './trouble.ts';

async function makeFolder(): Promise<string> {
  return presentServer(await mkdtemp(join(tmpdir(), 'kauke-crash-')));
}
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** Everything outside the programs of the test. */
export interface CrashWorld {
  /** For each program. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same, to reach their database from here. */
  readonly config: Config;
  readonly dns: DnsServer;
  readonly trouble: Trouble;
  /** Of webhooks, one over https and one over http. */
  readonly urls: readonly string[];
  /** Only where the database has a standby. */
  readonly failOver: DatabasePair['failOver'] | null;
  copies(): Copy[];
  close(): Promise<void>;
}

export interface CrashWorldOptions {
  /**
   * `embedded`: the program holds it. `shared`: a server of its own, which outlives the programs. `pair`: such a server,
   * and a standby that takes its place.
   */
  readonly databaseKind: 'embedded' | 'shared' | 'pair';
  /** Called with each message that its server will bounce. */
  readonly bounce: (taken: SinkMessage) => void;
}

interface SharedDatabase extends Partial<Pick<DatabasePair, 'failOver'>> {
  readonly url: string;
  stop(): Promise<void>;
}

async function startSharedDatabase(): Promise<SharedDatabase> {
  const dataDir = await makeFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await removeFolder(dataDir);
    },
  };
}

/** A database for several programs; null where the program brings its own. */
async function startDatabase(kind: CrashWorldOptions['databaseKind']): Promise<SharedDatabase | null> {
  if (kind === 'embedded') return null;
  return kind === 'pair' ? startDatabasePair() : startSharedDatabase();
}

export async function openCrashWorld({ databaseKind, bounce }: CrashWorldOptions): Promise<CrashWorld> {
  const dataDir = await makeFolder();
  const authorities = join(dataDir, 'receiver.pem');
  await writeFile(authorities, receiverAuthority);
  const dns = await startDnsServer({ [receiverHost]: { A: ['127.0.0.1'] } });
  const trouble = createTrouble();
  const sink = await startCrashSink(trouble, bounce);
  const receivers = await Promise.all([true, false].map((secure) => startCrashReceiver(trouble, secure)));
  const shared = await startDatabase(databaseKind);
  const settings = {
    DATA_DIR: dataDir,
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    DNS_SERVERS: dns.address,
    OPERATOR_EMAIL: 'operator@inbox.example',
    TARGET_CONFIRMATION: 'off',
    WEBHOOK_ALLOW_INSECURE: 'true',
    BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: '0',
    MX_PORT: '0',
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    ...(shared && { DATABASE_URL: shared.url, SECRET_KEY: systemRandom.bytes(32).toString('base64') }),
  };
  return {
    // Node.js trusts the receiver's certificate beside those it knows.
    environment: { ...settings, NODE_EXTRA_CA_CERTS: authorities },
    config: loadConfig(settings, { isRoot: process.getuid?.() === 0, workingDirectory: dataDir, processors: 1 }),
    dns,
    trouble,
    urls: receivers.map(({ url }) => url),
    failOver: shared?.failOver ?? null,
    copies: () => [sink, ...receivers].flatMap(({ copies }) => copies),
    close: async () => {
      await Promise.all([sink.stop(), dns.close(), ...receivers.map(({ stop }) => stop())]);
      await shared?.stop();
      await removeFolder(dataDir);
    },
  };
}

/** On the database of the programs; an embedded one is started for the moment when none of them runs. */
export async function inDatabase<T>({ config }: CrashWorld, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase({ config, ...systemAdapters, log: silentLog });
  try {
    return await work(database);
  } finally {
    await close();
  }
}

/** On the database of a program that runs. */
export async function besideProgram<T>({ config }: CrashWorld, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await reachDatabase({ config, ...systemAdapters, log: silentLog });
  try {
    return await work(database);
  } finally {
    await close();
  }
}
