import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { QueueAct, QueueDestination } from '#contract/operator.ts';
import { sortWaiting } from '#core/operator/held-mail.ts';
import { recordAct, recordLook } from '#core/operator-journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** As operators name a destination that has no name. */
function idOf(destinationHash: Buffer): string {
  return destinationHash.toString('hex').slice(0, 12);
}

function holdContext(destinationHash: Buffer) {
  return { field: 'queue_holds.name', rowId: destinationHash.toString('hex') };
}

type Destination = QueueDestination & { readonly destinationHash: Buffer };

function show({ id, name, waiting, held, oldestAt, nextAt, onHold }: Destination): QueueDestination {
  return { id, name, waiting, held, oldestAt, nextAt, onHold };
}

async function readQueue(context: OperatorContext): Promise<Destination[]> {
  const { database, keys, readDestinations } = context;
  const rows = await database.db.selectFrom('queueHolds').selectAll().orderBy('createdAt').execute();
  const holds = new Map(rows.map((row) => [idOf(row.destinationHash), row]));
  const waiting = (await readDestinations()).map(({ destinationHash, name, oldestAt, nextAt, ...counts }) => {
    const id = idOf(destinationHash);
    const times = { oldestAt: oldestAt.toISOString(), nextAt: nextAt?.toISOString() ?? null };
    return { id, destinationHash, name: name ?? id, ...counts, ...times, onHold: holds.has(id) };
  });
  const known = new Set(waiting.map(({ id }) => id));
  const empty = [...holds].filter(([id]) => !known.has(id));
  return [
    ...waiting,
    ...empty.map(([id, { destinationHash, nameSealed }]) => {
      const name = keys.open(holdContext(destinationHash), nameSealed).toString();
      return { id, destinationHash, name, waiting: 0, held: 0, oldestAt: null, nextAt: null, onHold: true };
    }),
  ];
}

/** What waits, by destination, most first, with the destinations that are on hold. The look is written down. */
export async function listQueue(context: OperatorContext, by: OperatorName): Promise<QueueDestination[]> {
  const found = await readQueue(context);
  await recordLook(context, { by, act: 'queue_seen' });
  return found.map(show);
}

/** So many destinations are on hold at most: all of them are listed, and each process holds them. */
const holdsMax = 200;

const acts: Record<QueueAct, (db: Db, context: OperatorContext, destination: Destination) => Promise<unknown>> = {
  hold: async (db, { clock, keys }, { destinationHash, name }) => {
    const nameSealed = keys.seal(holdContext(destinationHash), name);
    await db
      .insertInto('queueHolds')
      .values({ destinationHash, nameSealed, createdAt: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { count } = await db
      .selectFrom('queueHolds')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) > holdsMax) throw new AppError('invalid_input', { message: exactErrors.tooManyHolds(holdsMax) });
    await sortWaiting(db, sql`d.destination_hash = ${destinationHash}`);
  },
  release: async (db, _context, { destinationHash }) => {
    await db.deleteFrom('queueHolds').where('destinationHash', '=', destinationHash).execute();
    await sortWaiting(db, sql`d.destination_hash = ${destinationHash}`);
  },
  'try-now': (db, _context, { destinationHash }) =>
    db
      .updateTable('spoolDeliveries')
      .set({ nextAttemptAt: sql<Date>`now()` })
      .where('destinationHash', '=', destinationHash)
      .where('state', '=', 'waiting')
      .execute(),
  // The next sweep ends it, and tells whoever must know, as of all that waited too long.
  drop: (db, _context, { destinationHash }) =>
    db
      .updateTable('spoolDeliveries')
      .set({ expiresAt: sql<Date>`now()` })
      .where('destinationHash', '=', destinationHash)
      .execute(),
};

/**
 * Does something to all that waits for a destination, by its name or id: `hold` lets nothing be tried there until
 * `release`, what comes later included; `try-now` tries what is not held; `drop` gives it up, and proven senders and owners
 * are told. A domain can be held before anything waits for it.
 * @throws AppError not_found; invalid_input beyond 200 holds, and where several have that name.
 */
export async function actOnQueue(
  context: OperatorContext,
  by: OperatorName,
  { destination: wanted, act }: { readonly destination: string; readonly act: QueueAct },
): Promise<QueueDestination> {
  const text = wanted.toLowerCase();
  const [found, ...others] = (await readQueue(context)).filter(({ id, name }) => id === text || name === text);
  if (others.length > 0) throw new AppError('invalid_input', { message: exactErrors.severalDestinations });
  const destinationHash = context.hashDestination(text);
  const fresh = { id: idOf(destinationHash), name: text, destinationHash, onHold: false };
  const isHost = text === 'smarthost' || /^[^@\s]+\.[^@\s.]+$/u.test(text);
  const destination =
    found ?? (act === 'hold' && isHost ? { ...fresh, waiting: 0, held: 0, oldestAt: null, nextAt: null } : null);
  if (destination === null) throw new AppError('not_found');
  const entry = { by, act: `queue_${act}`, destination: destination.name } as const;
  await recordAct(context, entry, (db) => acts[act](db, context, destination));
  return show(destination);
}
