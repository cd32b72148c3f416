import { parseEmailAddress } from '#contract/email-address.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { targetHash, targetValueContext } from '#core/targets/target-value.ts';
import { userEmailContext } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

export interface WarnedInbox {
  readonly address: string;
  /** Of the address. */
  readonly hash: Buffer;
  /** Null: the account's own email, where it is no inbox. */
  readonly targetId: string | null;
}

async function findOwnMailbox(db: Db, keys: KeyRing, userId: string): Promise<WarnedInbox[]> {
  const user = await db
    .selectFrom('users')
    .select('emailSealed')
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!user?.emailSealed) return [];
  const email = parseEmailAddress(keys.open(userEmailContext(userId), user.emailSealed).toString());
  if (email === null) return [];
  return [{ address: email.address, hash: targetHash(keys, email.normalised), targetId: null }];
}

/** Where warnings about an account go: its inboxes that agreed to get mail, and its own email once that is proved. */
export async function findWarnedInboxes(db: Db, keys: KeyRing, userId: string): Promise<WarnedInbox[]> {
  const targets = await db
    .selectFrom('targets')
    .select(['id', 'valueSealed', 'valueHash'])
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .execute();
  const inboxes: WarnedInbox[] = targets.map(({ id, valueSealed, valueHash }) => ({
    address: keys.open(targetValueContext(id), valueSealed).toString(),
    hash: valueHash,
    targetId: id,
  }));
  const others = (await findOwnMailbox(db, keys, userId)).filter(
    (own) => !inboxes.some(({ hash }) => hash.equals(own.hash)),
  );
  const all = [...inboxes, ...others];
  if (all.length === 0) return [];
  const hashes = all.map(({ hash }) => hash);
  const stopped = await db
    .selectFrom('stoppedAddresses')
    .select('addressHash')
    .where('addressHash', 'in', hashes)
    .execute();
  return all.filter(({ hash }) => !stopped.some(({ addressHash }) => addressHash.equals(hash)));
}
