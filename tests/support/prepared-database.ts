import { seedDomains } from '#core/domains/domains.ts';
import { systemRandom } from '#platform/random.ts';
import { askServer, openDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { readySigningKey } from '#support/ready-signing-key.ts';

const name = 'prepared';
/** Any number that no other test of the run's server takes. */
const lock = 7_205_901;

async function fill({ database }: TestDatabase): Promise<void> {
  const keys = await createTestKeyRing(database);
  const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
  const context = { database, keys, clock, random: systemRandom };
  await seedDomains(context, ['kauke.test', 'mask.test'], readySigningKey);
}

/** Whoever comes first makes it, for all workers of the run. */
async function makeTemplate(): Promise<void> {
  await askServer(`select pg_advisory_lock(${lock})`);
  try {
    if ((await askServer(`select from pg_database where datname = '${name}'`)).length > 0) return;
    const made = await openDatabase('template1');
    await fill(made);
    await made.database.db.destroy();
    await askServer(`alter database ${new URL(made.url).pathname.slice(1)} rename to ${name}`);
  } finally {
    await askServer(`select pg_advisory_unlock(${lock})`);
  }
}

let template: Promise<void> | null = null;

/** As `createTestDatabase`, with the keys that `testSecretKey` opens, and two domains: what each start of a program would make. */
export async function createPreparedDatabase(): Promise<TestDatabase> {
  await (template ??= makeTemplate());
  return openDatabase(name);
}
