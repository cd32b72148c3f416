import type { Account } from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
import type { User } from '#contract/sign-in.ts';
import { countAliasesBy, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { eraseAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAccountChoices } from '#core/domains/account-choices.ts';
import { forgetChoices } from '#core/domains/forget-choices.ts';
import { findAccountEnd } from '#core/accounts/account-end.ts';
import { readPicturePath } from '#core/accounts/pictures/account-picture.ts';
import { openProfile, profileColumns } from '#core/accounts/profile.ts';
import { placeTombstones } from '#core/aliases/tombstones.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

function factorsOf({ totpEnabledAt, passkeyFactorAt }: Record<'totpEnabledAt' | 'passkeyFactorAt', Date | null>) {
  return { secondFactor: totpEnabledAt !== null, passkeyFactor: passkeyFactorAt !== null };
}

type Counted = 'passkeys' | 'recoveryCodesLeft' | 'heldMessages' | 'ownDomains';

/** What it has so many of; PostgreSQL counts in text. */
function countsOf(row: Readonly<Record<Counted, string | null>>): Record<Counted, number> {
  return {
    passkeys: Number(row.passkeys ?? 0),
    recoveryCodesLeft: Number(row.recoveryCodesLeft ?? 0),
    heldMessages: Number(row.heldMessages ?? 0),
    ownDomains: Number(row.ownDomains ?? 0),
  };
}

/** The account of somebody signed in, with what its settings page shows. @throws AppError not_signed_in when it is gone. */
export async function getAccount(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'settings' | 'domains'>,
  user: User,
): Promise<Account> {
  const { id, email, walletAddress, authMethod } = user;
  const row = await context.database.db
    .selectFrom('users')
    .select(['emailVerifiedAt', 'passwordHash', 'googleIdHash', 'totpEnabledAt', 'defaultTargetId', 'createdAt'])
    .select(['binDays', 'countMail', 'holdDays', 'heldDigest', 'language', 'passkeyFactorAt', ...profileColumns])
    .select(({ selectFrom }) =>
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<string>().as('held'))
        .whereRef('userId', '=', 'users.id')
        .as('passkeys'),
    )
    .select(({ selectFrom }) =>
      selectFrom('recoveryCodes')
        .select(({ fn }) => fn.countAll<string>().as('left'))
        .whereRef('userId', '=', 'users.id')
        .where('usedAt', 'is', null)
        .as('recoveryCodesLeft'),
    )
    .select(({ selectFrom }) =>
      selectFrom('heldMail')
        .select(({ fn }) => fn.countAll<string>().as('held'))
        .whereRef('userId', '=', 'users.id')
        .as('heldMessages'),
    )
    .select(({ selectFrom }) =>
      selectFrom('domainMembers')
        .select(({ fn }) => fn.countAll<string>().as('held'))
        .whereRef('userId', '=', 'users.id')
        .as('ownDomains'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  return {
    id,
    email,
    emailVerified: row.emailVerifiedAt !== null,
    walletAddress,
    google: row.googleIdHash !== null,
    authMethod,
    hasPassword: row.passwordHash !== null,
    ...factorsOf(row),
    ...countsOf(row),
    ...openProfile(context.keys, id, row),
    pictureUrl: await readPicturePath(context, user),
    defaultTargetId: row.defaultTargetId,
    ...(await readAccountChoices(context, id)),
    binDays: row.binDays,
    countMail: row.countMail,
    language: row.language,
    holdDays: row.holdDays,
    heldDigest: row.heldDigest,
    createdAt: row.createdAt.toISOString(),
    endsAt: (await findAccountEnd(context, id))?.toISOString() ?? null,
  };
}

/** How long aliases that are deleted from now on lie in the bin; 0: they are gone at once. */
export async function setBinDays(
  { database }: Pick<TargetContext, 'database'>,
  userId: string,
  binDays: number,
): Promise<void> {
  await database.db.updateTable('users').set({ binDays }).where('id', '=', userId).execute();
}

/**
 * What becomes of the domains that an account proved: one on which others have aliases is lost, like one that nobody proves any
 * more, and so is a sub-domain, which nobody else ever gets; all others go. What it chose for them goes in any case. Behind its aliases.
 */
async function releaseDomains(db: Db, userId: string, now: Date): Promise<void> {
  // Whoever makes an alias shares its domain: none comes between the count and the end.
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'kind'])
    .where('ownerId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const domainIds = rows.flatMap(({ id, kind }) => (kind === 'own' ? [id] : []));
  const used = await countAliasesBy(db, 'domainId', { domainIds, whereabouts: 'any' });
  const unused = domainIds.filter((id) => !used.has(id));
  await db.deleteFrom('domains').where('id', '=', anyOf(unused)).execute();
  const left = rows.flatMap(({ id }) => (unused.includes(id) ? [] : [id]));
  await forgetChoices(db, left);
  await db
    .updateTable('domains')
    .set({ state: 'lost', changedAt: now, nextCheckAt: null })
    .where('ownerId', '=', userId)
    .execute();
}

/**
 * Erases an account and all that hangs on it: aliases, targets, contacts, credentials, sessions, waiting mail, whose
 * bodies the next sweep erases. What stays: the tombstones of its aliases, which name nobody. Runs in the caller's
 * transaction.
 */
export async function removeUser(
  db: Db,
  { keys, clock, provider }: Pick<TargetContext, 'keys' | 'clock' | 'provider'>,
  userId: string,
): Promise<void> {
  const now = new Date(clock.now());
  // Inserting an alias takes a share of this lock (its foreign key), so that none slips in unmarked.
  await lockAccount(db, userId);
  const which = { userId, whereabouts: 'any' } as const;
  const aliases = await provider.changeAliases(db, { userId }, () =>
    provider.changeCredentials(db, { userId }, async (both) => {
      // Before their links, as whoever stops one goes.
      await db.selectFrom('targets').select('id').where('userId', '=', userId).orderBy('id').forUpdate().execute();
      const rows = await readAliasRows(db, which, ['address', 'ofDomain', 'improvmxId', 'everUsed'], 'update');
      await eraseAliasRows(both, which);
      return rows;
    }),
  );
  const addresses = aliases.map(({ improvmxId, everUsed, ...given }) => ({
    userId,
    ...given,
    atProvider: improvmxId !== null,
    used: everUsed,
  }));
  await placeTombstones(db, keys, addresses, now);
  await releaseDomains(db, userId, now);
  await db.deleteFrom('users').where('id', '=', userId).execute();
}
