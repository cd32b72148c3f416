import { parseEmailAddress } from '#contract/email-address.ts';
import { userEmailContext } from '#core/user-row.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { targetHash } from '#core/targets/target-value.ts';
import type { Db } from '#database/database.ts';

/** By which the account's own email is found among its targets; null for an account without email. */
export async function findOwnTargetHash(db: Db, keys: KeyRing, userId: string): Promise<Buffer | null> {
  const user = await db.selectFrom('users').select('emailSealed').where('id', '=', userId).executeTakeFirst();
  if (!user?.emailSealed) return null;
  const email = parseEmailAddress(keys.open(userEmailContext(userId), user.emailSealed).toString());
  return email === null ? null : targetHash(keys, email.normalised);
}
