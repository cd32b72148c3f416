import type { HeldList, ReleaseHeld } from '#contract/held/held.ts';
import { AppError } from '#contract/errors.ts';
import { eraseHanging } from '#core/alias-rows/change-rows.ts';
import type { CoreContext } from '#core/core-context.ts';

/** One message as its owner names it. */
export interface OwnHeld {
  readonly userId: string;
  readonly id: string;
}

/** Held mail, which the mail engine seals, opens and sends on its way. */
export interface HeldMail {
  /** What is held for an account, newest first. */
  list(userId: string): Promise<HeldList['held']>;
  /**
   * Forwards a message as if it had been taken, once however often it is asked, and lets its sender through if wished.
   * @throws AppError not_found, held_alias_off, held_no_key, held_no_room.
   */
  release(held: OwnHeld, wish: ReleaseHeld): Promise<void>;
}

/** Erases a held message at once, without a word to its sender. @throws AppError not_found. */
export async function deleteHeld({ database }: Pick<CoreContext, 'database'>, { userId, id }: OwnHeld): Promise<void> {
  const { numDeletedRows } = await database.db
    .deleteFrom('heldMail')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

/** What an account has chosen about mail that would be refused. */
export async function readHolding(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<Pick<HeldList, 'holdDays' | 'digest'>> {
  const { holdDays, heldDigest: digest } = await database.db
    .selectFrom('users')
    .select(['holdDays', 'heldDigest'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  return { holdDays, digest };
}

/** Changes how long mail is held, and whether a digest tells of it; a field left out stays. Mail that is held already keeps its time. */
export async function changeHolding(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  { holdDays, heldDigest }: { readonly holdDays?: number | undefined; readonly heldDigest?: boolean | undefined },
): Promise<void> {
  if (holdDays === undefined && heldDigest === undefined) return;
  await database.db
    .updateTable('users')
    .set({ ...(holdDays !== undefined && { holdDays }), ...(heldDigest !== undefined && { heldDigest }) })
    .where('id', '=', userId)
    .execute();
  // Who holds mail sees it itself, and no numbers.
  if (holdDays !== undefined && holdDays > 0) {
    await eraseHanging(database.db, 'alias_refusals', { userId, whereabouts: 'any' });
  }
}
