import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { securityEventSchema } from '#contract/account.ts';
import type { CoreContext } from '#core/core-context.ts';
import { securityEventContext } from '#core/security/security-events.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

const suspectMs = limits.lockLinkDays * 24 * 60 * 60 * 1000;

/** The methods that were added within the days before a lock: perhaps by whom it locks out. */
async function findSuspects(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  userId: string,
  lockedAt: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('securityEvents')
    .select(['id', 'eventSealed'])
    .where('userId', '=', userId)
    .where('createdAt', '>', new Date(lockedAt.getTime() - suspectMs))
    .where('createdAt', '<=', lockedAt)
    .execute();
  const events = rows.map(({ id, eventSealed }) =>
    securityEventSchema.parse(JSON.parse(keys.open(securityEventContext(id), eventSealed).toString())),
  );
  const added = events.filter(({ kind }) => kind === 'method_added').map(({ method }) => method ?? '');
  return new Set(added.map((method) => (method === 'password' ? 'email' : method)));
}

/**
 * While an account is locked, a way in that is younger than a week opens it only where there is no older one: whoever took
 * the account may have added it.
 * @throws AppError account_locked.
 */
export async function refuseSuspectMethod(
  db: Db,
  context: Pick<CoreContext, 'keys'>,
  userId: string,
  authMethod: string,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['lockedAt', 'passwordHash', 'walletAddressHash', 'googleIdHash'])
    .select(({ selectFrom }) =>
      selectFrom('passkeys').select('passkeys.id').whereRef('userId', '=', 'users.id').limit(1).as('passkeyId'),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.lockedAt) return;
  const suspects = await findSuspects(db, context, userId, user.lockedAt);
  if (!suspects.has(authMethod)) return;
  const held = {
    email: user.passwordHash,
    wallet: user.walletAddressHash,
    google: user.googleIdHash,
    passkey: user.passkeyId,
  };
  const hasOlder = Object.entries(held).some(([method, value]) => value !== null && !suspects.has(method));
  if (hasOlder) throw new AppError('account_locked', { message: exactErrors.newMethodLocked });
}
