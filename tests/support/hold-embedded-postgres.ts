import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';
import { createTestLog } from '#support/test-log.ts';

/**
 * A program of its own that holds the DATA_DIR named in its first argument until it is killed. With `log`, its log goes to
 * standard error.
 */
const dataDir = process.argv[2] ?? '';
const log = process.argv[3] === 'log' ? createTestLog((line) => process.stderr.write(`${line}\n`)) : silentLog;
const server = await startEmbeddedPostgres({ dataDir, log, random: systemRandom, movesOlder: true });
process.stdout.write(`${server.url}\n`);
