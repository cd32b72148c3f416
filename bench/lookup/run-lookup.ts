import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFindAlias, type AliasName, type FindAlias } from '#core/aliases/standing/find-alias.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { targetHash, targetValueContext } from '#core/targets/target-value.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { describeMachine } from '../describe-machine.ts';
import { percentile } from '../forward/percentile.ts';

/**
 * The look-up at RCPT with few and with many aliases and domains of accounts: the budget is 1.3 times the time, and no
 * memory for domains.
 */

export interface LookUpSize {
  readonly aliases: number;
  readonly domains: number;
}

const small: LookUpSize = { aliases: 10_000, domains: 100 };
const owners = 1000;
const warmUps = 500;
const lookUps = 2000;
const rounds = 5;
const budget = 1.3;

type Print = (line: string) => void;

interface Place {
  readonly size: LookUpSize;
  readonly findAlias: FindAlias;
  readonly sharedId: string;
  /** What the directory of domains takes in this process, in bytes. */
  readonly directoryBytes: number;
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Half of the aliases are on the shared domain, and half on those of accounts. */
async function fill(scope: AsyncDisposableStack, url: string, size: LookUpSize): Promise<Place> {
  const log = createLog(() => {}, systemClock.now);
  const database = await connectDatabase(url, log);
  scope.defer(() => database.db.destroy());
  await migrateDatabase(database);
  const keys = await openKeyRing({ database, secretKey: randomBytes(32), random: systemRandom });
  const core = { database, keys, clock: systemClock, random: systemRandom, log };
  await seedDomains(core, ['kauke.test']);
  const { pool } = database;
  await pool.query(`insert into users (id) select gen_random_uuid() from generate_series(1, $1)`, [owners]);
  const { rows: users } = await pool.query<{ id: string }>('select id from users');
  const targets = users.map(({ id: userId }, number) => {
    const id = systemRandom.uuid();
    const value = `box-${number}@inbox.example`;
    return { id, userId, sealed: keys.seal(targetValueContext(id), value), hash: targetHash(keys, value) };
  });
  await pool.query(
    `insert into targets (id, user_id, kind, value_sealed, value_hash, confirmed_at)
     select id, user_id, 'email', sealed, hash, now() from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as t (id, user_id, sealed, hash)`,
    [
      targets.map(({ id }) => id),
      targets.map(({ userId }) => userId),
      targets.map(({ sealed }) => sealed),
      targets.map(({ hash }) => hash),
    ],
  );
  await pool.query(
    `insert into domains (id, name, kind, state, changed_at, owner_id)
     select gen_random_uuid(), 'own-' || n || '.example', 'own', 'verified', now(), ($2::uuid[])[1 + n % ${owners}] from generate_series(0, $1 - 1) n`,
    [size.domains, users.map(({ id }) => id)],
  );
  await pool.query(
    `insert into aliases (id, user_id, domain_id, local_part)
     select gen_random_uuid(), ($2::uuid[])[1 + n % ${owners}],
       case when n % 2 = 0 then (select id from domains where kind = 'shared')
         else (select id from domains where name = 'own-' || (n / 2 % $3) || '.example') end, 'name-' || n
     from generate_series(0, $1 - 1) n`,
    [size.aliases, users.map(({ id }) => id), size.domains],
  );
  await pool.query(
    `insert into alias_targets (alias_id, target_id, position)
     select a.id, t.id, 0 from aliases a join targets t on t.user_id = a.user_id`,
  );
  await pool.query('vacuum analyze');
  const before = heapBytes();
  const domains = await createDomainDirectory(core);
  const directoryBytes = heapBytes() - before;
  domains.close();
  const sharedId = domains.find('kauke.test')?.id ?? '';
  return { size, findAlias: createFindAlias(database, keys, core.clock), sharedId, directoryBytes };
}

/** Of three, one each: an alias on the shared domain, one on a domain of an account, a name that is nobody's there. */
function pick({ size: { aliases, domains }, sharedId }: Place, turn: number): AliasName {
  const number = randomInt(aliases / 2) * 2;
  if (turn % 3 === 0) return { local: `name-${number}`, domainId: sharedId };
  const domainName = `own-${Math.floor((number + 1) / 2) % domains}.example`;
  return { local: turn % 3 === 1 ? `name-${number + 1}` : `nobody-${number}`, domainName };
}

/** Microseconds of each look-up, one after the other. @throws Error when a look-up finds something else. */
async function measure(place: Place, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const name = pick(place, turn);
    const startedAt = performance.now();
    const { standing } = await place.findAlias(name);
    times.push((performance.now() - startedAt) * 1000);
    const expected = turn % 3 === 2 ? 'unknown' : 'live';
    if (standing !== expected) throw new Error(`a name that is ${expected} was found ${standing}`);
  }
  return times;
}

/** In turns, so that a busy moment meets both alike; the smallest of the rounds counts. */
export async function runLookUp(scope: AsyncDisposableStack, large: LookUpSize, print: Print): Promise<void> {
  print(`Machine   ${describeMachine()}`);
  const log = createLog(() => {}, systemClock.now);
  const places: Place[] = [];
  for (const size of [small, large]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kauke-lookup-'));
    scope.defer(() => rm(dataDir, { recursive: true, force: true }));
    const server = await startEmbeddedPostgres({ dataDir, log, random: systemRandom });
    scope.defer(server.stop);
    places.push(await fill(scope, server.url, size));
  }
  for (const place of places) await measure(place, warmUps);
  const medians = places.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      medians[index]?.push(percentile(await measure(place, lookUps), 50));
    }
  }
  const best = medians.map((times) => Math.min(...times));
  for (const [index, { size, directoryBytes }] of places.entries()) {
    const us = (best[index] ?? 0).toFixed(0);
    print(`${size.aliases} aliases, ${size.domains} domains of accounts: ${us} µs, directory ${directoryBytes} bytes`);
  }
  const ratio = (best[1] ?? 0) / (best[0] ?? 1);
  print(`${ratio.toFixed(2)} times, at most ${budget}`);
  if (ratio > budget) throw new Error('the look-up is too slow with many aliases and domains');
}
