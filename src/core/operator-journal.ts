import { sql } from 'kysely';
import { journalEntrySchema, type JournalEntry } from '#contract/operator.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

type JournalContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;

interface Row {
  readonly number: string;
  readonly at: Date;
  readonly entrySealed: Buffer;
  readonly hash: Buffer;
}

function entryContext(number: string) {
  return { field: 'operator_log.entry', rowId: number };
}

/** Over the entry and the hash before it, so that nothing is changed, put in or taken out unseen without SECRET_KEY. */
function hashOf(keys: KeyRing, before: Buffer, { number, at, entrySealed }: Omit<Row, 'hash'>): Buffer {
  const parts = [before.toString('hex'), number, at.toISOString(), entrySealed.toString('hex')];
  return keys.lookupHash('operator_log.entry', parts.join(' '));
}

const none = Buffer.alloc(0);

/** Those who come at once take turns, until their transactions end. */
async function takeTurn(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operator_log'))`.execute(db);
}

/** Writes an entry in the caller's transaction. */
export async function writeJournal(
  db: Db,
  { keys, clock }: Omit<JournalContext, 'database'>,
  entry: JournalEntry,
): Promise<void> {
  await takeTurn(db);
  const last = await db
    .selectFrom('operatorLog')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = String(BigInt(last?.number ?? 0) + 1n);
  const at = new Date(clock.now());
  const row = { number, at, entrySealed: keys.seal(entryContext(number), JSON.stringify(entry)) };
  await db
    .insertInto('operatorLog')
    .values({ ...row, hash: hashOf(keys, last?.hash ?? none, row) })
    .execute();
}

/**
 * Does something as an operator and writes it down, both or neither. Its turn comes first: of two operators at once none
 * waits for rows of the other, who waits for his.
 */
export function recordAct<Result>(
  context: JournalContext,
  entry: JournalEntry,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return context.database.db.transaction().execute(async (transaction) => {
    await takeTurn(transaction);
    const result = await work(transaction);
    await writeJournal(transaction, context, entry);
    return result;
  });
}

/** Writes down that somebody looked. */
export function recordLook(context: JournalContext, entry: JournalEntry): Promise<void> {
  return context.database.db.transaction().execute((transaction) => writeJournal(transaction, context, entry));
}

export type ListedEntry = JournalEntry & {
  readonly number: string;
  readonly at: Date;
  /**
   * Of the entry and all before it. The chain does not see that its end was cut off, nor that another one grew since: whoever
   * wrote number and mark down elsewhere does.
   */
  readonly mark: string;
};

const markLetters = 8;

/** None where somebody changed it by hand. */
function openEntry(keys: KeyRing, { number, at, entrySealed, hash }: Row): ListedEntry[] {
  try {
    const entry = journalEntrySchema.parse(JSON.parse(keys.open(entryContext(number), entrySealed).toString()));
    return [{ ...entry, number, at, mark: hash.toString('hex').slice(0, markLetters) }];
  } catch {
    return [];
  }
}

interface JournalState {
  /** So many entries, as far as the chain is whole. */
  readonly total: number;
  /** The first entry at which it is broken; null: it is whole. */
  readonly brokenAt: string | null;
}

/** The last entries, newest first, and whether all are there. */
export async function readJournal(
  context: JournalContext,
  count: number,
): Promise<JournalState & { readonly entries: ListedEntry[] }> {
  const { database, keys } = context;
  const rows = await database.db.selectFrom('operatorLog').selectAll().orderBy('number', 'desc').limit(count).execute();
  return { ...(await checkJournal(context)), entries: rows.flatMap((row) => openEntry(keys, row)) };
}

const atOnce = 1000;

export async function checkJournal({ database, keys }: Pick<CoreContext, 'database' | 'keys'>): Promise<JournalState> {
  let before: Buffer = none;
  let total = 0;
  for (;;) {
    const rows = await database.db
      .selectFrom('operatorLog')
      .selectAll()
      .where('number', '>', String(total))
      .orderBy('number')
      .limit(atOnce)
      .execute();
    for (const row of rows) {
      const number = String(total + 1);
      if (row.number !== number || !hashOf(keys, before, row).equals(row.hash)) return { total, brokenAt: number };
      before = row.hash;
      total += 1;
    }
    if (rows.length < atOnce) return { total, brokenAt: null };
  }
}
