import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';

/** A program of its own that holds the DATA_DIR named in its first argument until it is killed. */
const dataDir = process.argv[2] ?? '';
const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom, movesOlder: true });
process.stdout.write(`${server.url}\n`);
