import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { userEmailContext, userEmailHash } from '#core/accounts/user-email.ts';
import type { UserRow } from '#core/accounts/user-view.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';

/**
 * Stores a new account that signs in by email and password. `emailVerifiedAt`: when the mailbox was proved.
 * @throws AppError email_taken, also when two accounts of one address begin at once.
 */
export async function insertEmailUser(
  db: Db,
  { keys, clock, random }: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  { email, passwordHash, emailVerifiedAt }: { email: EmailAddress; passwordHash: string; emailVerifiedAt: Date | null },
): Promise<UserRow> {
  const id = random.uuid();
  const now = new Date(clock.now());
  const row = await db
    .insertInto('users')
    .values({
      id,
      emailSealed: keys.seal(userEmailContext(id), email.address),
      emailHash: userEmailHash(keys, email.normalised),
      emailVerifiedAt,
      passwordHash,
      authMethod: 'email',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('emailHash').doNothing())
    .returning(['id', 'emailSealed', 'walletAddressSealed', 'authMethod', 'balance'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('email_taken');
  return row;
}
