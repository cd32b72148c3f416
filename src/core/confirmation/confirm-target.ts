import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { getOneTimeLink } from '#core/confirmation/one-time-links.ts';
import { spendLink } from '#core/links/secret-links.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { findOwnTargetHash } from '#core/targets/owner-inbox.ts';
import { isStopped } from '#core/targets/stopped-addresses.ts';
import { takePlace } from '#core/targets/take-place.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type ConfirmContext = Pick<TargetContext, 'database' | 'clock' | 'random' | 'keys' | 'provider'>;

/** What a confirmed inbox was to replace, it does. Runs in the caller's transaction, behind `lockAccount`. */
export function finishReplacement(db: Db, context: Omit<ConfirmContext, 'database'>, targetId: string): Promise<void> {
  return takePlace(db, context, targetId, ({ userId, targetId: formerId }) =>
    recordSecurityEvent(db, context, userId, { kind: 'inbox_removed', targetId: formerId }),
  );
}

/**
 * Confirms the inbox a link was mailed to. Each link works once: of two clicks at once one wins.
 * `visitorId`: whose session the click came in, null for none. The click also verifies the account's email when
 * the inbox is that email and the session is that account's: only then one person holds both.
 * @throws AppError link_unusable when the link is unknown, expired, used, or the address was stopped.
 */
export async function confirmTarget(context: ConfirmContext, token: string, visitorId: string | null): Promise<void> {
  const link = await getOneTimeLink(context, token);
  const now = new Date(context.clock.now());
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, link.userId);
    await context.provider.changeAliases(transaction, { targetId: link.targetId }, async (db) => {
      // The row lock makes us see a stop that is under way, or the stop see us; it comes first in both.
      await db.selectFrom('targets').select('id').where('id', '=', link.targetId).forUpdate().execute();
      await spendLink(db, context, link);
      if (await isStopped(db, link.valueHash)) throw new AppError('link_unusable');
      await db
        .updateTable('targets')
        // Its mail has arrived, whatever was said of it.
        .set({ confirmedAt: now, failingSince: null })
        .where('id', '=', link.targetId)
        .where('confirmedAt', 'is', null)
        .execute();
    });
    await finishReplacement(transaction, context, link.targetId);
    if (visitorId !== link.userId) return;
    // As it is now: the account may have let its email go meanwhile, and get another one.
    const ownHash = await findOwnTargetHash(transaction, context.keys, link.userId);
    if (ownHash?.equals(link.valueHash) !== true) return;
    await transaction
      .updateTable('users')
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where('id', '=', link.userId)
      .where('emailVerifiedAt', 'is', null)
      .execute();
  });
}

/**
 * Confirms the inbox of an account's own email, whose mailbox was just proved in another way; does nothing where the
 * account has no such inbox, or its owner wants no mail. Runs in the caller's transaction, which holds the account.
 */
export async function confirmOwnInbox(
  db: Db,
  context: ConfirmContext,
  { userId, normalised }: { readonly userId: string; readonly normalised: string },
): Promise<void> {
  const { keys, clock, provider } = context;
  const valueHash = targetHash(keys, normalised);
  const target = await db
    .selectFrom('targets')
    .select('id')
    .where('userId', '=', userId)
    .where('valueHash', '=', valueHash)
    .where('confirmedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (target === undefined || (await isStopped(db, valueHash))) return;
  await provider.changeAliases(db, { targetId: target.id }, (change) =>
    change
      .updateTable('targets')
      .set({ confirmedAt: new Date(clock.now()), failingSince: null })
      .where('id', '=', target.id)
      .execute(),
  );
  await finishReplacement(db, context, target.id);
}

/**
 * Puts an address on the suppression list (`stopped_addresses`): the inbox's owner says "this was not me", or withdraws
 * later. Nothing is forwarded to it any more, from no account, and it is never asked again. May be called again with no further effect.
 * @throws AppError link_unusable.
 */
export async function stopTarget(
  context: Pick<TargetContext, 'database' | 'clock' | 'keys' | 'provider'>,
  token: string,
): Promise<void> {
  const { tokenHash, valueHash } = await getOneTimeLink(context, token);
  const now = new Date(context.clock.now());
  await context.database.db.transaction().execute(async (transaction) => {
    await context.provider.changeAliases(transaction, { valueHash }, async (db) => {
      await db
        .insertInto('stoppedAddresses')
        .values({ addressHash: valueHash, createdAt: now })
        .onConflict((conflict) => conflict.column('addressHash').doNothing())
        .execute();
      await db.updateTable('targets').set({ confirmedAt: null }).where('valueHash', '=', valueHash).execute();
    });
    await transaction
      .updateTable('secretLinks')
      .set({ usedAt: sql<Date>`coalesce(used_at, ${now})` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  });
}
