import { limits } from '#contract/limits.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

/** How long an account waits to be confirmed. */
export const unconfirmedLifeMs = limits.unconfirmedAccountDays * 24 * 60 * 60 * 1000;

/** Accounts that nobody has confirmed: their only way in is an email that was not proved, and no target has agreed to mail. */
export function selectUnconfirmed(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'unconfirmedSince'])
    .where('emailHash', 'is not', null)
    .where('emailVerifiedAt', 'is', null)
    .where('walletAddressHash', 'is', null)
    .where('googleIdHash', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('targets')
            .select('targets.id')
            .whereRef('targets.userId', '=', 'users.id')
            .where('confirmedAt', 'is not', null),
        ),
      ),
    );
}

/** When an account ends unless its owner confirms the email; null: never. A service that confirms no inboxes ends none. */
export async function findAccountEnd(
  { database, settings }: Pick<TargetContext, 'database' | 'settings'>,
  userId: string,
): Promise<Date | null> {
  if (settings.targetConfirmation === 'off') return null;
  const user = await selectUnconfirmed(database.db).where('users.id', '=', userId).executeTakeFirst();
  return user === undefined ? null : new Date(user.unconfirmedSince.getTime() + unconfirmedLifeMs);
}
