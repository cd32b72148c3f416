import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connectDatabase } from '#database/connect-database.ts';
import { startProgram } from '#support/program.ts';
import { silentLog } from '#support/silent-log.ts';
import { startWebhookReceiver } from '#support/webhook-receiver.ts';
import { dumpDatabase } from '../tests/upgrade/dump-database.ts';
import { populateRelease } from '../tests/upgrade/populate-release.ts';
import type { ReleaseData } from '../tests/upgrade/release-data.ts';
import { openProgramWorld } from './program-world.ts';

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
const world = await openProgramWorld(scope, 'dump');
const receiver = await startWebhookReceiver({ secure: false });
scope.defer(receiver.stop);

const env = { ...world.env, WEBHOOK_ALLOW_INSECURE: 'true' };
const program = await startProgram({ env, checkout });
const made = await populateRelease({ checkout, env, program, sink: world.sink, receiver });
await program.stop();

const database = await connectDatabase(env.DATABASE_URL, silentLog);
scope.defer(() => database.db.destroy());
const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as { version: string };
const data: ReleaseData = { version, secretKey: env.SECRET_KEY, madeAt: new Date().toISOString(), ...made };
const folder = resolve(repository, 'tests/upgrade', name);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'dump.sql'), await dumpDatabase(database));
await writeFile(join(folder, 'data.json'), `${JSON.stringify(data, null, 2)}\n`);
