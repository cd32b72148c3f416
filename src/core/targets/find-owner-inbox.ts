import type { CoreContext } from '#core/core-context.ts';
import { findOwnTargetHash } from '#core/targets/find-own-target-hash.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

/**
 * Where notices to the owner of an account go: its own email, else its oldest inbox; only one that agreed to get mail
 * and still does, one that refuses mail only when there is no other. Null when there is none.
 */
export async function findOwnerInbox(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<string | null> {
  const ownHash = await findOwnTargetHash(db, keys, userId);
  const inboxes = await db
    .selectFrom('targets')
    .select(['id', 'valueSealed', 'valueHash', 'failingSince'])
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .execute();
  const working = inboxes.filter(({ failingSince }) => failingSince === null);
  const choice = working.length > 0 ? working : inboxes;
  const inbox = choice.find(({ valueHash }) => ownHash?.equals(valueHash)) ?? choice[0];
  return inbox === undefined ? null : keys.open(targetValueContext(inbox.id), inbox.valueSealed).toString();
}
