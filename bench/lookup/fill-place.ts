import type { Client } from 'pg';
import { createFindAlias, type FindAlias } from '#core/aliases/standing/find-alias.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { findNewName } from '#core/rules/new-names.ts';
import type { NewName } from '#core/rules/read-new-name.ts';
import { createRuleBook, ruleContext } from '#core/rules/rule-book.ts';
import { targetHash, targetValueContext } from '#core/targets/target-value.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { fillQuickly } from './fill-quickly.ts';

export interface LookUpSize {
  readonly aliases: number;
  readonly domains: number;
}

/** An installation of that size. */
export interface Place {
  readonly size: LookUpSize;
  readonly findAlias: FindAlias;
  readonly findNewName: (name: NewName) => ReturnType<typeof findNewName>;
  readonly sharedId: string;
  readonly domainIds: readonly string[];
  /** What the directory of domains takes in this process, in bytes. */
  readonly directoryBytes: number;
}

const owners = 1000;
const rowsAtOnce = 10_000;
/** What a statement holds in memory while it links them to their targets. */
const aliasesAtOnce = 250_000;
/** What the rule of each domain takes. */
export const madeName = 'shop-';
/** An alias on each domain of an account. */
export const commonName = 'info';

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

type Core = Pick<CoreContext, 'database' | 'keys'>;

/** Accounts with an inbox each. */
async function fillAccounts({ database: { pool }, keys }: Core): Promise<readonly string[]> {
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
  return users.map(({ id }) => id);
}

/** Each with a rule that makes some names. Their ids, by number. */
async function fillDomains(core: Core, count: number, users: readonly string[]): Promise<readonly string[]> {
  const { pool } = core.database;
  await pool.query(
    `insert into domains (id, name, kind, state, changed_at, owner_id, catch_all, rules_revision)
     select gen_random_uuid(), 'own-' || n || '.example', 'own', 'verified', now(), ($2::uuid[])[1 + n % ${owners}], 'rules', 1
     from generate_series(0, $1 - 1) n`,
    [count, users],
  );
  const { rows: domains } = await pool.query<{ id: string }>(
    `select id from domains where kind = 'own' order by substring(name from 'own-([0-9]+)')::integer`,
  );
  const ids = domains.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const rules = ids.slice(at, at + rowsAtOnce).map((domainId) => {
      const id = systemRandom.uuid();
      const rule = JSON.stringify({ pattern: `${madeName}*`, kind: 'glob', action: 'make' });
      return { id, domainId, sealed: core.keys.seal(ruleContext(id), rule) };
    });
    await pool.query(
      `insert into domain_rules (id, domain_id, position, sealed)
       select id, domain_id, 0, sealed from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as t (id, domain_id, sealed)`,
      [rules.map(({ id }) => id), rules.map(({ domainId }) => domainId), rules.map(({ sealed }) => sealed)],
    );
  }
  return ids;
}

/** Half of them on the shared domain, and half on those of accounts. */
async function fillAliases(
  client: Client,
  size: LookUpSize,
  users: readonly string[],
  domainIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < size.aliases; from += aliasesAtOnce) {
    await client.query(
      `with made as (
         insert into aliases (id, user_id, domain_id, local_part)
         select gen_random_uuid(), ($2::uuid[])[1 + n % ${owners}],
           case when n % 2 = 0 then (select id from domains where kind = 'shared') else ($3::uuid[])[1 + n / 2 % ${size.domains}] end,
           'name-' || n
         from generate_series($4::integer, $1 - 1) n returning id, user_id)
       insert into alias_targets (alias_id, target_id, position)
       select made.id, t.id, 0 from made join targets t on t.user_id = made.user_id`,
      [Math.min(size.aliases, from + aliasesAtOnce), users, domainIds, from],
    );
  }
  await client.query(
    `with made as (
       insert into aliases (id, user_id, domain_id, local_part)
       select gen_random_uuid(), owner_id, id, '${commonName}' from domains where kind = 'own' returning id, user_id)
     insert into alias_targets (alias_id, target_id, position)
     select made.id, t.id, 0 from made join targets t on t.user_id = made.user_id`,
  );
}

/** What is open of an installation while it is asked. */
async function openCore(scope: AsyncDisposableStack, url: string, secretKey: Buffer): Promise<CoreContext> {
  const log = createLog(() => {}, systemClock.now);
  const database = await connectDatabase(url, log);
  scope.defer(() => database.db.destroy());
  await migrateDatabase(database);
  const keys = await openKeyRing({ database, secretKey, random: systemRandom });
  return { database, keys, clock: systemClock, random: systemRandom, log };
}

/** An installation of a size, with statistics. Its domains, by number. */
export async function fillPlace(url: string, size: LookUpSize, secretKey: Buffer): Promise<readonly string[]> {
  await using scope = new AsyncDisposableStack();
  const core = await openCore(scope, url, secretKey);
  await seedDomains(core, ['kauke.test']);
  const users = await fillAccounts(core);
  const domainIds = await fillDomains(core, size.domains, users);
  await fillQuickly(url, ['aliases', 'alias_targets'], (client) => fillAliases(client, size, users, domainIds));
  return domainIds;
}

/** What was filled, as the program that serves it asks. */
export async function openPlace(
  scope: AsyncDisposableStack,
  url: string,
  { size, secretKey, domainIds }: { size: LookUpSize; secretKey: Buffer; domainIds: readonly string[] },
): Promise<Place> {
  const core = await openCore(scope, url, secretKey);
  const before = heapBytes();
  const domains = await createDomainDirectory(core);
  const directoryBytes = heapBytes() - before;
  domains.close();
  const asking = {
    ...core,
    limiter: createRateLimiter(core, rateLimitRules),
    rules: createRuleBook(core),
    settings: {
      quotas: { aliases: null, unconfirmedAliases: 20, targets: 100, apiKeys: 10 },
      targetConfirmation: 'required' as const,
    },
  };
  return {
    size,
    findAlias: createFindAlias(core.database, core.keys, core.clock),
    findNewName: (name) => findNewName(asking, name),
    sharedId: domains.find('kauke.test')?.id ?? '',
    domainIds,
    directoryBytes,
  };
}
