import { Pool } from 'pg';
import { splitDatabaseUrl } from '#config/split-database-url.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { createDatabase, type Database } from '#database/database.ts';
import { followPrimary, poolerFault } from '#database/primary-client.ts';
import type { Log } from '#platform/log.ts';

const oldestVersion = 15;

/** Above the server's own limit, so that it is told first. Only a server that does not even say that is left at this. */
const silenceMs = 65_000;
const connectMs = 10_000;

function createPool(urls: readonly string[], log: Log, queryMs: number): Pool {
  const pool = new Pool({
    ...followPrimary(urls, queryMs),
    application_name: 'kauke',
    // For each process: three programs of four workers on one server stay below the 100 connections that PostgreSQL allows by default.
    max: 8,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    // Of a server that vanished while a statement may take long, the system tells after a dozen minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without a listener an idle connection that breaks would end the program. While the pool ends, they all do.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('database_connection_lost', { code: errorCode(error) });
  });
  // The same holds for one that is in use, between two queries; the next query on it fails and tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function describePlace(url: string): string {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port === '' ? 5432 : port}`;
}

interface ServerSettings {
  readonly version: number;
  /** Null where a server that speaks PostgreSQL's protocol has no such setting. */
  readonly fsync: string | null;
  readonly commit: string | null;
}

/** Each server is asked once, until one answers that takes writes. */
async function readServerSettings(pool: Pool, servers: number): Promise<ServerSettings> {
  try {
    const { rows } = await pool.query<ServerSettings>(
      `select current_setting('server_version_num')::int as version, current_setting('fsync', true) as fsync,
        current_setting('synchronous_commit', true) as commit`,
    );
    if (rows[0] === undefined) throw new StartError('DATABASE_URL: the server does not tell its version.');
    return rows[0];
  } catch (error) {
    if (servers <= 1 || error instanceof StartError) throw error;
    return readServerSettings(pool, servers - 1);
  }
}

/** @throws StartError where the server would not do what the program promises. */
function checkServer({ version, fsync, commit }: ServerSettings): void {
  if (version < oldestVersion * 10_000) {
    const found = Math.floor(version / 10_000);
    throw new StartError(
      `DATABASE_URL: the server is PostgreSQL ${found}; version ${oldestVersion} or newer is needed.`,
    );
  }
  if (fsync === 'off') {
    throw new StartError('DATABASE_URL: the server runs with fsync = off, which loses mail in a power cut; set it on.');
  }
  if (commit === 'off') {
    throw new StartError(
      'DATABASE_URL: the server runs with synchronous_commit = off, which loses mail when it crashes; set it on.',
    );
  }
}

/** What pg and Node report in `code`, in words; PostgreSQL's own words else, which name user or database at most. */
export function explain(error: unknown): string {
  const code = errorCode(error);
  if (!(error instanceof Error) || !/^(?:[0-9A-Z]{5}|Error)$/u.test(code)) return code;
  return /timeout/u.test(error.message) && code === 'Error' ? `no answer within ${connectMs / 1000} s` : error.message;
}

/**
 * Opens the pool and looks at the server behind it; of several (`host:port,host:port`) the one that takes writes, now and
 * whenever a connection is opened. `queryMs`: how long a query may go without any answer.
 * @throws StartError when it cannot be reached, is older than PostgreSQL 15 or may lose what it has committed.
 */
export async function connectDatabase(url: string, log: Log, queryMs: number = silenceMs): Promise<Database> {
  const urls = splitDatabaseUrl(url) ?? [url];
  const pool = createPool(urls, log, queryMs);
  try {
    checkServer(await readServerSettings(pool, urls.length));
    return createDatabase(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    // PgBouncer refuses what connections set, unless it is told to drop it.
    if (errorCode(error) === '08P01' && explain(error).includes('startup parameter')) throw new StartError(poolerFault);
    const places = urls.map(describePlace).join(', ');
    throw new StartError(`The database at ${places} cannot be reached (${explain(error)}).`);
  }
}
