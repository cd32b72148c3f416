import { setTimeout as pause } from 'node:timers/promises';
import { spellDomain } from '#contract/email-address.ts';
import type { Move, MoveTrouble } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { askService } from '#core/moving-in/ask-service.ts';
import { itemHash, type MoveState, type OwnMove, openState, sealItem, sealState } from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { getMove } from '#core/moving-in/moves.ts';
import { orderByUse, planItems } from '#core/moving-in/plan-move.ts';
import { sources } from '#core/moving-in/sources/list-sources.ts';
import type { SourceAlias, SourceDomain, SourcePage } from '#core/moving-in/sources/source.ts';
import { tidyAlias } from '#core/moving-in/tidy-alias.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** A request that was killed is not waited for longer. */
const leaseMs = 60_000;
const firstWaitMs = 5_000;
const longestWaitMs = 5 * 60_000;

/** A move that this request alone reads on. */
interface Reading extends OwnMove {
  readonly leaseId: string;
  readonly failures: number;
}

/** Null: another request reads, the service wants to be left alone, or everything is read. */
async function takeLease(
  { database, clock, random, keys }: MovingContext,
  own: OwnMove,
): Promise<{ readonly reading: Reading; readonly state: MoveState; readonly service: Move['service'] } | null> {
  const now = new Date(clock.now());
  const leaseId = random.uuid();
  const row = await database.db
    .updateTable('moves')
    .set({ leaseId, leaseUntil: new Date(now.getTime() + leaseMs), touchedAt: now })
    .where('id', '=', own.moveId)
    .where('userId', '=', own.userId)
    .where('stage', '=', 'reading')
    .where(({ or, eb }) => or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
    .where(({ or, eb }) => or([eb('waitUntil', 'is', null), eb('waitUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { service, failures } = row;
  return { reading: { ...own, leaseId, failures }, state: openState(keys, row), service };
}

/** Ends the lease, if it is still this request's. */
async function leave(
  { database, clock }: MovingContext,
  { moveId, leaseId }: Reading,
  wait: { readonly trouble?: MoveTrouble | null; readonly failures?: number; readonly waitMs: number },
): Promise<void> {
  const { waitMs, ...told } = wait;
  const waitUntil = waitMs > 0 ? new Date(clock.now() + waitMs) : null;
  await database.db
    .updateTable('moves')
    .set({ ...told, waitUntil, leaseId: null, leaseUntil: null })
    .where('id', '=', moveId)
    .where('leaseId', '=', leaseId)
    .execute();
}

function mergeDomains(known: MoveState['domains'], found: readonly SourceDomain[]): MoveState['domains'] {
  const byName = new Map(known.map((domain) => [domain.name, domain]));
  for (const { name: given, catchAll } of found.filter((one) => one.name.length <= 253)) {
    const name = spellDomain(given);
    byName.set(name, { name, catchAll: catchAll || byName.get(name)?.catchAll === true, aliases: 0 });
  }
  return [...byName.values()].slice(0, moveLimits.domainsMax);
}

const addressMax = 320;

function mergeEncrypted(known: readonly string[], found: readonly string[] = []): string[] {
  const fresh = found.map((inbox) => inbox.trim().toLowerCase());
  const fit = fresh.filter((inbox) => inbox.length <= addressMax && /^[^\s\p{Cc}]+@[^\s\p{Cc}]+$/u.test(inbox));
  return [...new Set([...known, ...fit])].slice(0, moveLimits.encryptedMax);
}

/** @returns how many of them were not known. */
async function insertItems(
  db: Db,
  { keys, random }: MovingContext,
  moveId: string,
  aliases: readonly SourceAlias[],
  from: number,
): Promise<number> {
  const rows = aliases.map((alias, index) => {
    const id = random.uuid();
    const item = { ...tidyAlias(alias), becomes: null, forwardTo: '' };
    const addressHash = itemHash(keys, moveId, item.address.toLowerCase());
    return { id, moveId, position: from + index, addressHash, sealed: sealItem(keys, id, item) };
  });
  let fresh = 0;
  for (let start = 0; start < rows.length; start += 1000) {
    const inserted = await db
      .insertInto('moveItems')
      .values(rows.slice(start, start + 1000))
      .onConflict((conflict) => conflict.columns(['moveId', 'addressHash']).doNothing())
      .returning('id')
      .execute();
    fresh += inserted.length;
  }
  return fresh;
}

async function countItems(db: Db, moveId: string): Promise<number> {
  const { count } = await db
    .selectFrom('moveItems')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('moveId', '=', moveId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Stored = { readonly state: MoveState } | 'lost' | 'too_many';

/**
 * Keeps a page and the place behind it, both or none: a request that dies in between asks for the same page again. `lost`: the
 * move is gone, or another request reads it now.
 */
function storePage(
  context: MovingContext,
  reading: Reading,
  state: MoveState,
  page: SourcePage<unknown>,
): Promise<Stored> {
  const { database, clock, keys } = context;
  const { moveId, leaseId } = reading;
  return database.db.transaction().execute(async (db): Promise<Stored> => {
    // Accounts come before all that is theirs, for everybody.
    await lockAccount(db, reading.userId);
    const mine = db.selectFrom('moves').select('id').where('id', '=', moveId).where('leaseId', '=', leaseId);
    if ((await mine.forUpdate().executeTakeFirst()) === undefined) return 'lost';
    const known = await countItems(db, moveId);
    if (known + page.aliases.length > moveLimits.aliasesMax) return 'too_many';
    const fresh = await insertItems(db, context, moveId, page.aliases, known);
    const next = {
      ...state,
      cursor: page.aliases.length > 0 && fresh === 0 ? page.after : page.next,
      domains: mergeDomains(state.domains, page.domains),
      encrypted: mergeEncrypted(state.encrypted, page.encrypted),
    };
    if (next.cursor === null) {
      await orderByUse(db, context, moveId);
      next.domains = await planItems(db, context, reading, next);
    }
    const now = clock.now();
    await db
      .updateTable('moves')
      .set({
        sealed: sealState(keys, moveId, next),
        stage: next.cursor === null ? 'planned' : 'reading',
        leaseUntil: new Date(now + leaseMs),
        trouble: null,
        failures: 0,
        waitUntil: null,
      })
      .where('id', '=', moveId)
      .execute();
    return { state: next };
  });
}

/** Reads page by page, as long as a request may take; what stops it stands in the move. @throws AppError service_key_refused. */
async function readOn(
  context: MovingContext,
  reading: Reading,
  { state: begun, service }: { readonly state: MoveState; readonly service: Move['service'] },
  apiKey: string,
): Promise<void> {
  const { services, clock } = context;
  const source = sources[service];
  const gapMs = services.gapsMs[service];
  const untilMs = clock.now() + services.stepMs;
  let state = begun;
  for (;;) {
    const { baseUrl, cursor } = state;
    const path = source.call(cursor);
    const asked = await askService(context, {
      source,
      baseUrl,
      apiKey,
      path,
      read: (body) => source.read(body, cursor),
    });
    if (asked.kind === 'trouble') {
      const waitMs = asked.waitMs ?? Math.min(firstWaitMs * 2 ** Math.min(reading.failures, 10), longestWaitMs);
      const { trouble } = asked;
      return leave(context, reading, { trouble, failures: reading.failures + 1, waitMs });
    }
    const stored = await storePage(context, reading, state, asked.told);
    if (stored === 'too_many') return leave(context, reading, { trouble: 'too_many', waitMs: 0 });
    if (stored === 'lost' || stored.state.cursor === null) return leave(context, reading, { waitMs: 0 });
    state = stored.state;
    if (clock.now() + gapMs > untilMs) return leave(context, reading, { waitMs: gapMs });
    if (gapMs > 0) await pause(gapMs);
  }
}

/**
 * Reads on where a move stopped, for some seconds: whoever calls it calls it again until the stage is another one. Page and place
 * are kept together, so that a break costs one page at most. What goes wrong at the other side is told in the move.
 * @throws AppError not_found, rate_limited, service_key_refused.
 */
export async function readMove(context: MovingContext, own: OwnMove, apiKey: string): Promise<Move> {
  await context.limiter.take('moveStepsPerUser', { userId: own.userId });
  const taken = await takeLease(context, own);
  if (taken !== null) {
    try {
      await readOn(context, taken.reading, taken, apiKey);
    } catch (error) {
      await leave(context, taken.reading, { waitMs: 0 });
      throw error;
    }
  }
  return getMove(context, own);
}
