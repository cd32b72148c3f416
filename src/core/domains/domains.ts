import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { firstSelector, makeSealedKey, makeSigningKey } from '#core/domains/domain-keys.ts';
import type { Db } from '#database/database.ts';

/** Adds a domain with a DKIM key of its own. `name`: lower-case A-label that is not there yet. */
async function insertDomain(
  db: Db,
  { keys, clock, random }: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  { name, position }: { readonly name: string; readonly position: number },
  makeKey = makeSigningKey,
): Promise<void> {
  const id = random.uuid();
  await db
    .insertInto('domains')
    .values({
      id,
      name,
      position,
      dkimSelector: firstSelector,
      dkimKeySealed: await makeSealedKey(keys, id, makeKey),
      retiredAt: null,
      createdAt: new Date(clock.now()),
    })
    .execute();
}

/** Any number nobody else takes. */
const domainsLock = 7_205_001;

/** Lets one transaction at a time change the list of domains, until it ends. */
async function lockDomains(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${domainsLock})`.execute(db);
}

/** The domains that the operator offers to all. */
function readShared(db: Db) {
  const columns = ['id', 'name', 'position', 'retiredAt'] as const;
  return db.selectFrom('domains').select(columns).where('kind', '=', 'shared').execute();
}

async function isProven(db: Db, name: string): Promise<boolean> {
  const held = db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .where('state', 'in', ['verified', 'failing']);
  return (await held.executeTakeFirst()) !== undefined;
}

/** `restored`: it was retired and takes new aliases again. `present`: nothing was to do. `taken`: refused, an account has proven it. */
export type AddedDomain = 'added' | 'restored' | 'present' | 'taken';

/** Adds a domain behind all others, or takes one back that was retired. `name`: lower-case A-label. */
export async function addDomain(context: Omit<CoreContext, 'log'>, name: string): Promise<AddedDomain> {
  return context.database.db.transaction().execute(async (transaction) => {
    await lockDomains(transaction);
    const rows = await readShared(transaction);
    const known = rows.find((row) => row.name === name);
    if (known === undefined) {
      if (await isProven(transaction, name)) return 'taken';
      const position = Math.max(-1, ...rows.map((row) => row.position ?? 0)) + 1;
      await insertDomain(transaction, context, { name, position });
      return 'added';
    }
    if (known.retiredAt === null) return 'present';
    await transaction.updateTable('domains').set({ retiredAt: null }).where('id', '=', known.id).execute();
    return 'restored';
  });
}

/** `last`: refused, as no domain would be left for new aliases. */
export type RetiredDomain = 'retired' | 'already' | 'unknown' | 'last';

/** Gives no new alias on a domain any more; those it has go on to work. `name`: lower-case A-label. */
export async function retireDomain(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  name: string,
): Promise<RetiredDomain> {
  return database.db.transaction().execute(async (transaction) => {
    await lockDomains(transaction);
    const rows = await readShared(transaction);
    const known = rows.find((row) => row.name === name);
    if (known === undefined) return 'unknown';
    if (known.retiredAt !== null) return 'already';
    if (rows.filter((row) => row.retiredAt === null).length === 1) return 'last';
    const retiredAt = new Date(clock.now());
    await transaction.updateTable('domains').set({ retiredAt }).where('id', '=', known.id).execute();
    return 'retired';
  });
}

async function isSeeded(db: Db): Promise<boolean> {
  const shared = db.selectFrom('domains').select('id').where('kind', '=', 'shared');
  return (await shared.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Fills an empty `domains` table. Once there are domains, the table is the truth and `names` is not looked at. Any
 * number of nodes may call it at once.
 */
export async function seedDomains(
  context: Omit<CoreContext, 'log'>,
  names: readonly string[],
  makeKey = makeSigningKey,
): Promise<void> {
  const { db } = context.database;
  if (await isSeeded(db)) return;
  await db.transaction().execute(async (transaction) => {
    await lockDomains(transaction);
    if (await isSeeded(transaction)) return;
    for (const [position, name] of names.entries())
      await insertDomain(transaction, context, { name, position }, makeKey);
  });
}
