import { parseEmailAddress } from '#contract/email-address.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { targetValueContext, targetHash } from '#core/targets/target-value.ts';
import { userEmailContext } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

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

/** Every inbox of an account that agreed to get mail, oldest first. */
export async function findConfirmedInboxes(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<string[]> {
  const inboxes = await db
    .selectFrom('targets')
    .select(['id', 'valueSealed'])
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .execute();
  return inboxes.map(({ id, valueSealed }) => keys.open(targetValueContext(id), valueSealed).toString());
}

/** By which the account's own email is found among its targets; null for an account without email. */
export async function findOwnTargetHash(db: Db, keys: KeyRing, userId: string): Promise<Buffer | null> {
  const user = await db.selectFrom('users').select(['id', 'emailSealed']).where('id', '=', userId).executeTakeFirst();
  return user === undefined ? null : ownTargetHash(keys, user);
}

/** The hash by which the own email of an account that was read is found among its targets; null: it has no email. */
export function ownTargetHash(
  keys: KeyRing,
  { id, emailSealed }: { readonly id: string; readonly emailSealed: Buffer | null },
): Buffer | null {
  if (emailSealed === null) return null;
  const email = parseEmailAddress(keys.open(userEmailContext(id), emailSealed).toString());
  return email === null ? null : targetHash(keys, email.normalised);
}
