import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Move, MoveDomain, StartMoveInput } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import {
  getMoveRow,
  type MoveRow,
  type MoveState,
  openState,
  type OwnMove,
  sealState,
} from '#core/moving-in/move-state.ts';
import { countAliasesBy } from '#core/alias-rows/read-rows.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { sources } from '#core/moving-in/sources/list-sources.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { moveFaults } from '#messages/server/moves.ts';

const usualPorts: ReadonlySet<string> = new Set(['', '443', '8443']);
const hourMs = 60 * 60_000;

/** The address of a server as somebody typed it; null where it is none that may be asked. */
function readServer({ settings }: Pick<MovingContext, 'settings'>, text: string): URL | null {
  const typed = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== '')) return null;
  const isSafe = url.protocol === 'https:' && usualPorts.has(url.port);
  return isSafe || (settings.insecureWebhooks && url.protocol === 'http:') ? url : null;
}

/** @throws AppError invalid_input for what is no address of a server that may be asked. */
function readBaseUrl(context: MovingContext, { service, baseUrl = '' }: StartMoveInput): string {
  if (baseUrl === '') return context.services.urls[service];
  const { ownPath } = sources[service];
  const refuse = (text: string): AppError => new AppError('invalid_input', { errors: { baseUrl: [text] } });
  if (ownPath === null) throw refuse(moveFaults.notSelfHosted);
  const url = readServer(context, baseUrl);
  if (url === null) throw refuse(moveFaults.baseUrl);
  const path = url.pathname.replace(/\/+$/u, '');
  return `${url.origin}${path.endsWith(ownPath) ? path : path + ownPath}`;
}

/** Begins a move; nothing is read yet. @throws AppError rate_limited, invalid_input, too_many_moves. */
export async function startMove(context: MovingContext, userId: string, input: StartMoveInput): Promise<Move> {
  const { database, clock, random, keys, limiter, domains } = context;
  await limiter.take('movesPerUser', { userId });
  const baseUrl = readBaseUrl(context, input);
  const target = await findDefaultTarget(context, userId);
  const moveId = random.uuid();
  const now = new Date(clock.now());
  const state: MoveState = {
    baseUrl,
    cursor: sources[input.service].start,
    domains: [],
    encrypted: [],
    choices: { domain: domains.names()[0] ?? '', forwardTo: target?.value ?? '', replaceInboxes: false },
    contacts: { position: 0, page: 0 },
  };
  await database.db.transaction().execute(async (db) => {
    await lockAccount(db, userId);
    const moves = await db.selectFrom('moves').select('id').where('userId', '=', userId).execute();
    if (moves.length >= moveLimits.movesMax) throw new AppError('too_many_moves');
    await db
      .insertInto('moves')
      .values({
        id: moveId,
        userId,
        service: input.service,
        stage: 'reading',
        sealed: sealState(keys, moveId, state),
        touchedAt: now,
        createdAt: now,
      })
      .execute();
  });
  return getMove(context, { moveId, userId });
}

interface Counts extends Omit<Move['counts'], 'left'> {
  readonly left: number;
  readonly read: number;
}

/** `left`: what runs would still do: make what is new, and keep names that are deleted from coming back. */
async function countMove(db: Db, { moveId, userId }: OwnMove, undoing: boolean): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as read,
      count(*) filter (where verdict = 'new' and outcome is null)::int as new,
      count(*) filter (where verdict = 'clash' and outcome is null)::int as clash,
      count(*) filter (where verdict = 'cannot' and outcome is null)::int as cannot,
      count(*) filter (where outcome = 'made')::int as made,
      count(*) filter (where outcome = 'kept')::int as kept,
      count(*) filter (where case when ${undoing} then outcome is not null
        else outcome is null and verdict = 'new' end)::int as left
    from move_items i join moves m on m.id = i.move_id
    where i.move_id = ${moveId} and m.user_id = ${userId}`.execute(db);
  return rows[0] ?? { read: 0, new: 0, clash: 0, cannot: 0, made: 0, kept: 0, left: 0 };
}

interface DomainHere extends Pick<MoveDomain, 'name' | 'state' | 'turned' | 'here' | 'ready'> {
  readonly id: string;
}

/** How the domains of a move stand here. `ready`: what would be forwarded, or dropped as its owner wants, the moment mail comes. */
async function readDomainsHere(db: Db, userId: string, names: readonly string[]): Promise<Map<string, DomainHere>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('domains')
    .innerJoin('domainMembers', 'domainMembers.domainId', 'domains.id')
    .select(['domains.id', 'name', 'state', 'takesMail as turned'])
    .where('domainMembers.userId', '=', userId)
    .where('name', 'in', names)
    .where('kind', '=', 'own')
    .execute();
  const which = { userId, domainIds: rows.map(({ id }) => id) };
  const all = await countAliasesBy(db, 'domainId', which);
  const waiting = await countAliasesBy(db, 'domainId', { ...which, active: true, takesMail: false });
  return new Map(
    rows.map((row): [string, DomainHere] => {
      const here = all.get(row.id) ?? 0;
      return [row.name, { ...row, here, ready: here - (waiting.get(row.id) ?? 0) }];
    }),
  );
}

function domainOf(
  { name, catchAll, aliases }: MoveState['domains'][number],
  here: ReadonlyMap<string, DomainHere>,
): MoveDomain {
  const found = here.get(name);
  const { id = null, state = 'missing' as const, turned = false, ready = 0 } = found ?? {};
  return { name, state, id, turned, aliases, here: found?.here ?? 0, ready, catchAll };
}

/** Those of the inboxes encrypted there for which no key is here. */
async function withoutKeyHere(
  { database, keys }: MovingContext,
  userId: string,
  encrypted: readonly string[],
): Promise<string[]> {
  if (encrypted.length === 0) return [];
  const rows = await selectTargets(database.db)
    .where('targets.userId', '=', userId)
    .where('encryptionKeySealed', 'is not', null)
    .execute();
  const keyed = new Set(rows.map((row) => openTarget(keys, row).value.toLowerCase()));
  return encrypted.filter((inbox) => !keyed.has(inbox));
}

async function moveView(context: MovingContext, row: MoveRow): Promise<Move> {
  const { database, clock, keys } = context;
  const { id, service, stage, trouble, waitUntil, leaseUntil, ranAt, createdAt, userId } = row;
  const { baseUrl, choices, domains, encrypted } = openState(keys, row);
  const { read, ...counts } = await countMove(database.db, { moveId: id, userId }, stage === 'undoing');
  const here = await readDomainsHere(
    database.db,
    userId,
    domains.map(({ name }) => name),
  );
  const waitMs = stage === 'reading' ? Math.max(0, (waitUntil?.getTime() ?? 0) - clock.now()) : 0;
  const isHeld = stage === 'reading' && leaseUntil !== null && leaseUntil.getTime() > clock.now();
  const undoUntilMs = ranAt === null ? 0 : ranAt.getTime() + moveLimits.undoHours * hourMs;
  const canUndo = undoUntilMs > clock.now() && counts.made + counts.kept > 0;
  return {
    id,
    service,
    host: new URL(baseUrl).host,
    stage,
    read,
    waitSeconds: Math.max(Math.ceil(waitMs / 1000), isHeld ? 2 : 0),
    trouble,
    choices,
    counts,
    domains: domains.map((domain) => domainOf(domain, here)),
    encrypted: await withoutKeyHere(context, userId, encrypted),
    undoUntil: canUndo ? new Date(undoUntilMs).toISOString() : null,
    hasContacts: sources[service].contacts !== null,
    createdAt: createdAt.toISOString(),
  };
}

/** A move as it stands. @throws AppError not_found. */
export async function getMove(context: MovingContext, own: OwnMove): Promise<Move> {
  return moveView(context, await getMoveRow(context.database.db, own));
}

/** The moves of an account, newest first. */
export async function listMoves(context: MovingContext, userId: string): Promise<Move[]> {
  const rows = await context.database.db
    .selectFrom('moves')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return Promise.all(rows.map((row) => moveView(context, row)));
}

/** Forgets a move with all that was read; what it made stays, and so does the checklist. @throws AppError not_found. */
export async function removeMove({ database }: Pick<MovingContext, 'database'>, own: OwnMove): Promise<void> {
  const { numDeletedRows } = await database.db
    .deleteFrom('moves')
    .where('id', '=', own.moveId)
    .where('userId', '=', own.userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}
