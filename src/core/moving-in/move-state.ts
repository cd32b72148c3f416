import type { Selectable } from 'kysely';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { SourceAlias, SourceDomain } from '#core/moving-in/sources/source.ts';
import type { Db } from '#database/database.ts';
import type { MoveTables } from '#database/moves/move-tables.ts';

/** A move, as its owner names it. */
export interface OwnMove {
  readonly moveId: string;
  readonly userId: string;
}

/** `aliases`: on it, without those deleted there; known once all is read. */
const domainSchema = z.object({
  name: z.string(),
  catchAll: z.boolean(),
  aliases: z.int(),
}) satisfies z.ZodType<SourceDomain>;

const stateSchema = z.object({
  baseUrl: z.string(),
  /** Where reading goes on, in the words of the source; null: everything is read. */
  cursor: z.unknown(),
  domains: z.array(domainSchema),
  /** Inboxes whose mail is encrypted there; moves of earlier releases never asked. */
  encrypted: z.array(z.string()).default([]),
  choices: z.object({ domain: z.string(), forwardTo: z.string(), replaceInboxes: z.boolean() }),
  /** The position of the next alias whose contacts are asked for, and the page of them. */
  contacts: z.object({ position: z.int(), page: z.int() }),
});
/** What a move knows, but for its aliases. */
export type MoveState = z.infer<typeof stateSchema>;

const itemSchema = z.object({
  address: z.string(),
  note: z.string(),
  inboxes: z.array(z.string()).readonly(),
  labels: z.array(z.string()).readonly(),
  active: z.boolean(),
  deleted: z.boolean(),
  pattern: z.boolean(),
  uses: z.number(),
  sourceId: z.string().nullable(),
  /** What it becomes here, where that is another address. */
  becomes: z.string().nullable(),
  /** Where it forwards to here. */
  forwardTo: z.string(),
}) satisfies z.ZodType<SourceAlias>;
/** An alias as it was read, and what it becomes. */
export type MoveAlias = z.infer<typeof itemSchema>;

export type MoveRow = Selectable<MoveTables['moves']>;
export type ItemRow = Selectable<MoveTables['moveItems']>;

type Keys = Pick<KeyRing, 'seal' | 'open'>;

export function sealState(keys: Keys, moveId: string, state: MoveState): Buffer {
  return keys.seal({ field: 'moves.sealed', rowId: moveId }, JSON.stringify(state));
}

export function openState(keys: Keys, { id, sealed }: Pick<MoveRow, 'id' | 'sealed'>): MoveState {
  return stateSchema.parse(JSON.parse(keys.open({ field: 'moves.sealed', rowId: id }, sealed).toString()));
}

export function sealItem(keys: Keys, itemId: string, item: MoveAlias): Buffer {
  return keys.seal({ field: 'move_items.sealed', rowId: itemId }, JSON.stringify(item));
}

export function openItem(keys: Keys, { id, sealed }: Pick<ItemRow, 'id' | 'sealed'>): MoveAlias {
  return itemSchema.parse(JSON.parse(keys.open({ field: 'move_items.sealed', rowId: id }, sealed).toString()));
}

export function itemHash(keys: Pick<KeyRing, 'lookupHash'>, moveId: string, address: string): Buffer {
  return keys.lookupHash('move_items.address', `${moveId} ${address}`);
}

/** A move of this account. @throws AppError not_found, for a foreign one as for an unknown one. */
export function getMoveRow(db: Db, { moveId, userId }: OwnMove): Promise<MoveRow> {
  return db
    .selectFrom('moves')
    .selectAll()
    .where('id', '=', moveId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** The same, held until the caller's transaction ends. */
export function holdMoveRow(db: Db, { moveId, userId }: OwnMove): Promise<MoveRow> {
  return db
    .selectFrom('moves')
    .selectAll()
    .where('id', '=', moveId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}
