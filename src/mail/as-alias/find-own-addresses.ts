import { userEmailContext } from '#core/user-row.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';

/**
 * Every address by which an owner could be known: the inboxes of the account, confirmed or not, and its own email.
 * @throws when the database cannot be asked.
 */
export async function findOwnAddresses(
  { database: { db }, keys }: Pick<AsAliasContext, 'database' | 'keys'>,
  userId: string,
): Promise<string[]> {
  const [inboxes, user] = await Promise.all([
    db
      .selectFrom('targets')
      .select(['id', 'valueSealed'])
      .where('userId', '=', userId)
      .where('kind', '=', 'email')
      .execute(),
    db.selectFrom('users').select('emailSealed').where('id', '=', userId).executeTakeFirst(),
  ]);
  const addresses = inboxes.map(({ id, valueSealed }) => keys.open(targetValueContext(id), valueSealed).toString());
  const sealed = user?.emailSealed ?? null;
  return sealed === null ? addresses : [...addresses, keys.open(userEmailContext(userId), sealed).toString()];
}
