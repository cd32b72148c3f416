import { sql } from 'kysely';
import { journalEntrySchema, type JournalEntry } from '#contract/operator.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

type JournalContext = Pick<CoreContext, 'keys' | 'clock'>;

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

/** Writes down a look or an act, in its transaction: there is neither without the other. Those who come at once take turns. */
export async function writeJournal(db: Db, { keys, clock }: JournalContext, entry: JournalEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operator_log'))`.execute(db);
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

export type ListedEntry = JournalEntry & { readonly number: string; readonly at: Date };

/** The last entries, newest first. */
export async function readJournal(db: Db, { keys }: JournalContext, count: number): Promise<ListedEntry[]> {
  const rows = await db.selectFrom('operatorLog').selectAll().orderBy('number', 'desc').limit(count).execute();
  return rows.map(({ number, at, entrySealed }) => {
    const entry = journalEntrySchema.parse(JSON.parse(keys.open(entryContext(number), entrySealed).toString()));
    return { ...entry, number, at };
  });
}

const atOnce = 1000;

/** How many entries there are, and the first one at which the chain is broken; null: it is whole. */
export async function checkJournal(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
): Promise<{ readonly entries: number; readonly brokenAt: string | null }> {
  let before: Buffer = none;
  let entries = 0;
  for (;;) {
    const rows = await db
      .selectFrom('operatorLog')
      .selectAll()
      .orderBy('number')
      .offset(entries)
      .limit(atOnce)
      .execute();
    for (const row of rows) {
      const number = String(entries + 1);
      if (row.number !== number || !hashOf(keys, before, row).equals(row.hash)) return { entries, brokenAt: number };
      before = row.hash;
      entries += 1;
    }
    if (rows.length < atOnce) return { entries, brokenAt: null };
  }
}
