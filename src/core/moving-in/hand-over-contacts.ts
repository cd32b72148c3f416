import { setTimeout as pause } from 'node:timers/promises';
import { parseCorrespondent } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import type { Move } from '#contract/moves/moves.ts';
import { joinAliases, readAliasIds } from '#core/alias-rows/read-rows.ts';
import type { Correspondent, CorrespondentAlias } from '#core/contacts/correspondents.ts';
import { checkNewRecipients } from '#core/limits/sending-limits.ts';
import { askService } from '#core/moving-in/ask-service.ts';
import {
  getMoveRow,
  type MoveState,
  openItem,
  openState,
  type OwnMove,
  sealState,
} from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { getMove } from '#core/moving-in/moves.ts';
import { sources } from '#core/moving-in/sources/list-sources.ts';
import type { SourceContact } from '#core/moving-in/sources/source.ts';
import { writeCard } from '#core/moving-in/vcard.ts';
import { moveWords } from '#messages/server/moves.ts';

interface HandedOver {
  readonly move: Move;
  readonly cards: string;
  readonly contacts: number;
  readonly left: number;
  readonly waitSeconds: number;
  readonly full: boolean;
}

/** An alias that the move made, and by which the other service knows it. */
interface MadeAlias {
  readonly position: number;
  readonly sourceId: string;
  readonly alias: CorrespondentAlias;
}

/** Pages of contacts of one alias. */
const pagesMax = 100;
/** Before a service is asked again that does not answer. */
const troubleMs = 10_000;

/** Items that are read at once: mostly the first of them has its alias still. */
const itemsAtOnce = 50;

/** Items of a move that made an alias, deleted since or not. */
function selectMade({ database }: MovingContext, moveId: string, from: number) {
  return database.db
    .selectFrom('moveItems')
    .select(['id', 'sealed', 'position', 'aliasId'])
    .where('moveId', '=', moveId)
    .where('aliasId', 'is not', null)
    .where('position', '>=', from)
    .orderBy('position');
}

async function findNext(context: MovingContext, { moveId, userId }: OwnMove, from: number): Promise<MadeAlias | null> {
  const { database, keys } = context;
  const rows = await selectMade(context, moveId, from).limit(itemsAtOnce).execute();
  const [made] = await joinAliases(database.db, rows, { userId }, ['address', 'domain']);
  if (made !== undefined) {
    const { sourceId } = openItem(keys, made);
    return { position: made.position, sourceId: sourceId ?? '', alias: { ...made.alias, userId } };
  }
  const last = rows[itemsAtOnce - 1];
  return last === undefined ? null : findNext(context, { moveId, userId }, last.position + 1);
}

async function countLeft(context: MovingContext, { moveId, userId }: OwnMove, from: number): Promise<number> {
  const rows = await selectMade(context, moveId, from).clearSelect().select('aliasId').execute();
  const ids = rows.flatMap(({ aliasId }) => aliasId ?? []);
  return (await readAliasIds(context.database.db, { ids, userId })).length;
}

/** Null: no more of them can be known today. Whoever is new counts like one who is written to: this is no way around that. */
async function know(
  context: MovingContext,
  alias: CorrespondentAlias,
  { blocked }: SourceContact,
  address: string,
): Promise<Correspondent | null> {
  const { correspondents } = context;
  const known = await correspondents.find(alias, address);
  if (known === null && (await checkNewRecipients(context, alias.userId, 1)) !== null) return null;
  return blocked ? correspondents.setBlocked(alias, address, true) : correspondents.add(alias, address);
}

/** The cards of a page of contacts; null where the day has no room for one of them. */
async function writeCards(
  context: MovingContext,
  { alias }: MadeAlias,
  contacts: readonly SourceContact[],
): Promise<string[] | null> {
  const cards: string[] = [];
  for (const contact of contacts) {
    const address = parseCorrespondent(contact.address)?.address;
    if (address === undefined) continue;
    const known = await know(context, alias, contact, address);
    if (known === null) return null;
    const { reverseAddress } = known;
    const note = moveWords.contactNote(address, alias.address);
    cards.push(writeCard({ name: contact.name, address, alias: alias.address, reverseAddress }, note));
  }
  return cards;
}

interface Progress {
  contacts: MoveState['contacts'];
  readonly cards: string[];
  full: boolean;
  waitMs: number;
}

/** Asks for one page of contacts. @returns whether to go on. @throws AppError service_key_refused. */
async function askPage(
  context: MovingContext,
  own: OwnMove,
  { state, apiKey, service }: { readonly state: MoveState; readonly apiKey: string; readonly service: Move['service'] },
  progress: Progress,
): Promise<boolean> {
  const source = sources[service];
  const made = await findNext(context, own, progress.contacts.position);
  if (made === null || source.contacts === null) return false;
  const { contacts } = source;
  const page = made.position === progress.contacts.position ? progress.contacts.page : 0;
  const path = contacts.call(made.sourceId, page);
  const asked = await askService(context, { source, baseUrl: state.baseUrl, apiKey, path, read: contacts.read });
  // An alias that is gone there has no contacts.
  if (asked.kind === 'trouble' && asked.trouble !== 'unreadable') {
    progress.waitMs = asked.waitMs ?? troubleMs;
    return false;
  }
  const told = asked.kind === 'told' ? asked.told : [];
  const cards = await writeCards(context, made, told);
  if (cards === null) {
    progress.full = true;
    return false;
  }
  progress.cards.push(...cards);
  const isLast = told.length === 0 || page + 1 >= pagesMax;
  progress.contacts = isLast ? { position: made.position + 1, page: 0 } : { position: made.position, page: page + 1 };
  return true;
}

async function keepPlace(context: MovingContext, { moveId }: OwnMove, contacts: MoveState['contacts']): Promise<void> {
  const { database, keys, clock } = context;
  await database.db.transaction().execute(async (db) => {
    const row = await db.selectFrom('moves').selectAll().where('id', '=', moveId).forUpdate().executeTakeFirst();
    if (row === undefined) return;
    const sealed = sealState(keys, moveId, { ...openState(keys, row), contacts });
    await db
      .updateTable('moves')
      .set({ sealed, touchedAt: new Date(clock.now()) })
      .where('id', '=', moveId)
      .execute();
  });
}

/**
 * Asks the other service who writes to the aliases of a move, and gives back cards with the addresses that reach them as the new
 * aliases: this once. They are kept as correspondents are, readable by nobody; whoever asks again begins anew with `again`.
 * @throws AppError not_found, move_stage, rate_limited, service_key_refused.
 */
export async function handOverContacts(
  context: MovingContext,
  own: OwnMove,
  { apiKey, again }: { readonly apiKey: string; readonly again: boolean },
): Promise<HandedOver> {
  const { database, keys, clock, limiter, services } = context;
  await limiter.take('moveStepsPerUser', { userId: own.userId });
  const row = await getMoveRow(database.db, own);
  if (row.stage !== 'planned' || sources[row.service].contacts === null) throw new AppError('move_stage');
  const state = openState(keys, row);
  const contacts = again ? { position: 0, page: 0 } : state.contacts;
  const progress: Progress = { contacts, cards: [], full: false, waitMs: 0 };
  const untilMs = clock.now() + services.stepMs;
  const gapMs = services.gapsMs[row.service];
  let calls = 0;
  while (await askPage(context, own, { state, apiKey, service: row.service }, progress)) {
    calls += 1;
    if (clock.now() + gapMs > untilMs || calls >= moveLimits.contactCallsMax) break;
    if (gapMs > 0) await pause(gapMs);
  }
  await keepPlace(context, own, progress.contacts);
  return {
    move: await getMove(context, own),
    cards: progress.cards.join(''),
    contacts: progress.cards.length,
    left: await countLeft(context, own, progress.contacts.position),
    waitSeconds: Math.ceil(progress.waitMs / 1000),
    full: progress.full,
  };
}
