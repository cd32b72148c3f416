import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { TargetLink } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import { eraseEndedLinks, openLink, type LinkOf } from '#core/links/secret-links.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { targetState } from '#core/targets/target-views.ts';
import { userEmailContext, lockAccount } from '#core/user-row.ts';

/** With the inbox that it was mailed to, and the account that asked. */
export interface ConfirmationLink extends LinkOf<'confirm_target'> {
  readonly emailSealed: Buffer | null;
  readonly valueSealed: Buffer;
  readonly valueHash: Buffer;
  readonly confirmedAt: Date | null;
  readonly stopped: boolean;
  /** Of the account. */
  readonly emailVerifiedAt: Date | null;
}

/**
 * The link a mailed token opens. A used one opens for ever, so that the inbox's owner can withdraw.
 * @throws AppError link_unusable for an unknown token and for one that expired unused.
 */
export async function getOneTimeLink(
  context: Pick<CoreContext, 'database' | 'clock' | 'keys'>,
  token: string,
): Promise<ConfirmationLink> {
  const { db } = context.database;
  const link = await openLink(db, context, 'confirm_target', token);
  const facts = await db
    .selectFrom('targets')
    .innerJoin('users', 'users.id', 'targets.userId')
    .leftJoin('stoppedAddresses', 'addressHash', 'valueHash')
    .select(['users.emailSealed', 'users.emailVerifiedAt', 'valueSealed', 'valueHash', 'confirmedAt'])
    .select(sql<boolean>`address_hash is not null`.as('stopped'))
    .where('targets.id', '=', link.targetId)
    .executeTakeFirstOrThrow(() => new AppError('link_unusable'));
  return { ...link, ...facts };
}

/** What the page behind a mailed link shows. Changes nothing. @throws AppError link_unusable. */
export async function readOneTimeLink(
  context: Pick<CoreContext, 'database' | 'clock' | 'keys'>,
  token: string,
): Promise<TargetLink> {
  const { keys } = context;
  const link = await getOneTimeLink(context, token);
  return {
    // Only inboxes get links, and only webhooks are disabled.
    state: targetState({ ...link, disabledAt: null }),
    address: keys.open(targetValueContext(link.targetId), link.valueSealed).toString(),
    account:
      link.emailSealed === null || link.emailVerifiedAt === null
        ? 'a Kauke account'
        : keys.open(userEmailContext(link.userId), link.emailSealed).toString(),
  };
}

/** Erases all secret links that are over, and targets that were only kept for the sake of such a link. */
export async function removeOldLinks(context: Pick<CoreContext, 'database' | 'keys' | 'clock'>): Promise<void> {
  const { db } = context.database;
  const links = await eraseEndedLinks(db, context);
  const targetIds = Map.groupBy(links, ({ userId }) => userId);
  for (const [userId, own] of targetIds) {
    const ids = own.flatMap(({ targetId }) => targetId ?? []);
    if (userId === null || ids.length === 0) continue;
    await db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, userId);
      await removeUnusedTargets(transaction, context, userId, ids);
    });
  }
}
