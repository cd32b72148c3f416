import { createSecretKey, type KeyObject } from 'node:crypto';
import { DatabaseError } from 'pg';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { addKey, lockKeyTable, openKey, type OpenKey } from '#core/keys/key-table.ts';
import type { Database, Db } from '#database/database.ts';
import type { Random } from '#platform/random.ts';

/** SQLSTATE class 23, foreign_key_violation. */
const foreignKeyViolation = '23503';

/**
 * Destroys the spool key of a past day once no spooled message is sealed under it. A message that is being spooled at
 * this moment keeps it: the foreign key of `spool_messages` locks it. Call it only for days that ended at least a day
 * ago, so that no node whose clock is behind still spools under it.
 * @param day days since 1970-01-01.
 * @returns whether the key is gone.
 */
export async function destroySpoolKey({ db }: Database, day: number): Promise<boolean> {
  try {
    await db
      .deleteFrom('keys')
      .where('purpose', '=', 'spool')
      .where('version', '=', day)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('spoolMessages').select('id').where('keyVersion', '=', day))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('heldMail').select('id').where('keyVersion', '=', day))),
      )
      .execute();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === foreignKeyViolation)) throw error;
  }
  const left = await db
    .selectFrom('keys')
    .select('version')
    .where('purpose', '=', 'spool')
    .where('version', '=', day)
    .executeTakeFirst();
  return left === undefined;
}

/** Days whose keys stay in memory: mail waits 4 days (held mail is seldom read), and a destroyed key must not live on with us for long. */
const rememberedDays = 7;

async function findSpoolKey(db: Db, tableKey: KeyObject, day: number): Promise<OpenKey | null> {
  const row = await db
    .selectFrom('keys')
    .select(['purpose', 'version', 'sealed'])
    .where('purpose', '=', 'spool')
    .where('version', '=', day)
    .executeTakeFirst();
  return row === undefined ? null : openKey(tableKey, row);
}

/**
 * After a rotation of SECRET_KEY a node that still holds the old one must not add a key that nobody else can open.
 * @throws Error when the table is sealed under another SECRET_KEY than ours.
 */
async function checkTableKey(db: Db, tableKey: KeyObject): Promise<void> {
  const row = await db
    .selectFrom('keys')
    .select(['purpose', 'version', 'sealed'])
    .where('purpose', '=', 'seal')
    .where('version', '=', 1)
    .executeTakeFirstOrThrow();
  openKey(tableKey, row);
}

function makeSpoolKey({ db }: Database, tableKey: KeyObject, random: Random, day: number): Promise<OpenKey> {
  return db.transaction().execute(async (transaction) => {
    await lockKeyTable(transaction);
    await checkTableKey(transaction, tableKey);
    const existing = await findSpoolKey(transaction, tableKey, day);
    return existing ?? addKey(transaction, tableKey, random, 'spool', day);
  });
}

/** The daily keys of the spool, remembered for a few days. */
export function createSpoolKeys(
  database: Database,
  tableKey: KeyObject,
  random: Random,
): Pick<KeyRing, 'spoolKey' | 'existingSpoolKey'> {
  const remembered = new Map<number, Promise<KeyObject>>();

  const remember = (day: number, load: () => Promise<OpenKey>): Promise<KeyObject> => {
    const known = remembered.get(day);
    if (known !== undefined) return known;
    const key = load().then(({ octets }) => createSecretKey(octets));
    remembered.set(day, key);
    key.catch(() => remembered.delete(day));
    if (remembered.size > rememberedDays) remembered.delete(Math.min(...remembered.keys()));
    return key;
  };

  return {
    spoolKey: (day) =>
      remember(
        day,
        async () => (await findSpoolKey(database.db, tableKey, day)) ?? makeSpoolKey(database, tableKey, random, day),
      ),
    existingSpoolKey: (day) =>
      remember(day, async () => {
        const key = await findSpoolKey(database.db, tableKey, day);
        if (key === null) throw new Error('this spool key was destroyed');
        return key;
      }),
  };
}
