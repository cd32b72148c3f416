import { sql } from 'kysely';
import { spellDomain } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { Move, MoveChoices } from '#contract/moves/moves.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import { findUsableDomain, listProvenNames } from '#core/domains/usable-domain.ts';
import { changeHash } from '#core/moving-in/checklist.ts';
import { createInboxFaults, decideItem, type Decision, type PlanWorld } from '#core/moving-in/decide-item.ts';
import {
  holdMoveRow,
  type ItemRow,
  type MoveState,
  openItem,
  openState,
  type OwnMove,
  sealItem,
  sealState,
} from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { getMove } from '#core/moving-in/moves.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { moveFaults } from '#messages/server/moves.ts';
import { splitAddress } from '#platform/addresses.ts';

/** So many are opened and written at once. */
const chunk = 500;

/** Puts what was used most first, once everything is read. */
export async function orderByUse(db: Db, { keys }: Pick<MovingContext, 'keys'>, moveId: string): Promise<void> {
  const rows = await db
    .selectFrom('moveItems')
    .select(['id', 'sealed', 'position'])
    .where('moveId', '=', moveId)
    .execute();
  const used = rows.map((row) => ({ id: row.id, position: row.position, uses: openItem(keys, row).uses }));
  const ordered = used.toSorted((a, b) => b.uses - a.uses || a.position - b.position);
  await sql`update move_items m set position = o.position - 1
    from unnest(${ordered.map(({ id }) => id)}::uuid[]) with ordinality as o (id, position)
    where m.id = o.id`.execute(db);
}

async function readOwned(db: Db, userId: string): Promise<Set<string>> {
  return new Set((await readAliasRows(db, { userId }, ['address'])).map(({ address }) => address));
}

async function readWorld(
  db: Db,
  context: MovingContext,
  userId: string,
  { choices, domains }: MoveState,
): Promise<PlanWorld> {
  const moved = await db.selectFrom('siteChanges').select('oldHash').where('userId', '=', userId).execute();
  const hashes = new Set(moved.map(({ oldHash }) => oldHash.toString('base64')));
  return {
    owned: await readOwned(db, userId),
    isMoved: (address) => hashes.has(changeHash(context.keys, userId, address).toString('base64')),
    proven: new Set(await listProvenNames(db, userId)),
    brought: new Set(domains.map(({ name }) => name)),
    choices,
    findInboxFault: createInboxFaults(context),
  };
}

/** A page of those of a move that nothing was done with yet. */
function readChunk(db: Db, moveId: string, after: number): Promise<ItemRow[]> {
  return db
    .selectFrom('moveItems')
    .selectAll()
    .where('moveId', '=', moveId)
    .where('outcome', 'is', null)
    .where('position', '>', after)
    .orderBy('position')
    .limit(chunk)
    .execute();
}

interface Planned extends Pick<Decision, 'verdict' | 'reason'> {
  readonly id: string;
  readonly sealed: Buffer;
}

async function writeChunk(db: Db, planned: readonly Planned[]): Promise<void> {
  const ids = planned.map(({ id }) => id);
  const sealed = planned.map((one) => one.sealed);
  const verdicts = planned.map(({ verdict }) => verdict);
  const reasons = planned.map(({ reason }) => reason);
  await sql`update move_items m set sealed = p.sealed, verdict = p.verdict, reason = p.reason
    from unnest(${ids}::uuid[], ${sealed}::bytea[], ${verdicts}::text[], ${reasons}::text[])
      as p (id, sealed, verdict, reason)
    where m.id = p.id`.execute(db);
}

/**
 * Decides what becomes of all aliases of a move that nothing was done with yet. Runs in the caller's transaction, behind
 * `lockAccount`. @returns the domains, with how many aliases lie on each.
 */
export async function planItems(
  db: Db,
  context: MovingContext,
  { moveId, userId }: OwnMove,
  state: MoveState,
): Promise<MoveState['domains']> {
  const { keys, random } = context;
  const world = await readWorld(db, context, userId, state);
  let { left } = await findAliasRoom(db, context, userId);
  const counts = new Map<string, number>();
  let rows = await readChunk(db, moveId, -1);
  while (rows.length > 0) {
    const planned = rows.map((row): Planned => {
      const item = openItem(keys, row);
      const decision = decideItem(random, item, world);
      const { becomes, forwardTo } = decision;
      const domain = spellDomain(splitAddress(item.address).domain);
      if (!item.deleted && !item.pattern) counts.set(domain, (counts.get(domain) ?? 0) + 1);
      const sealed = sealItem(keys, row.id, { ...item, becomes, forwardTo });
      if (decision.verdict !== 'new') return { id: row.id, sealed, verdict: decision.verdict, reason: decision.reason };
      left -= 1;
      const isRoom = left >= 0;
      return { id: row.id, sealed, verdict: isRoom ? 'new' : 'cannot', reason: isRoom ? null : 'room' };
    });
    await writeChunk(db, planned);
    rows = await readChunk(db, moveId, rows.at(-1)?.position ?? 0);
  }
  // Those made already are counted by what is here.
  return state.domains.map((domain) => ({
    ...domain,
    aliases: Math.max(domain.aliases, counts.get(domain.name) ?? 0),
  }));
}

async function checkChoices(db: Db, context: MovingContext, userId: string, choices: MoveChoices): Promise<void> {
  const { domains } = context;
  const domain = await findUsableDomain(db, domains, { userId, name: choices.domain });
  if (domain === null || domain.retired) {
    throw new AppError('invalid_input', { errors: { domain: [moveFaults.domain] } });
  }
  if (choices.forwardTo !== '') readTargets(context, choices.forwardTo);
}

/**
 * Plans a move once more: by other choices, or because a domain is proven now, or there is more room. What was made already
 * stays. @throws AppError not_found, move_stage, rate_limited, invalid_input.
 */
export async function planMove(context: MovingContext, own: OwnMove, choices: MoveChoices): Promise<Move> {
  const { database, clock, keys, limiter } = context;
  await limiter.take('moveStepsPerUser', { userId: own.userId });
  await database.db.transaction().execute(async (db) => {
    await lockAccount(db, own.userId);
    const row = await holdMoveRow(db, own);
    if (row.stage !== 'planned') throw new AppError('move_stage');
    await checkChoices(db, context, own.userId, choices);
    const state = { ...openState(keys, row), choices };
    const domains = await planItems(db, context, own, state);
    const sealed = sealState(keys, own.moveId, { ...state, domains });
    await db
      .updateTable('moves')
      .set({ sealed, touchedAt: new Date(clock.now()) })
      .where('id', '=', own.moveId)
      .execute();
  });
  return getMove(context, own);
}
