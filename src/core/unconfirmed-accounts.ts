import type { Db } from '#database/database.ts';

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
