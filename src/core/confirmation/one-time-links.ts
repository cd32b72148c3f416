import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { TargetLink } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken } from '#core/secret-token.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { targetState } from '#core/targets/target-views.ts';
import { userEmailContext, lockAccount } from '#core/user-row.ts';

export interface ConfirmationLink {
  readonly tokenHash: Buffer;
  readonly usedAt: Date | null;
  readonly expiresAt: Date;
  /** The account that asked. */
  readonly userId: string;
  readonly emailSealed: Buffer | null;
  readonly targetId: string;
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
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  token: string,
): Promise<ConfirmationLink> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash === null) throw new AppError('link_unusable');
  const link = await database.db
    .selectFrom('oneTimeLinks')
    .innerJoin('targets', 'targets.id', 'oneTimeLinks.targetId')
    .innerJoin('users', 'users.id', 'oneTimeLinks.userId')
    .leftJoin('stoppedAddresses', 'addressHash', 'valueHash')
    .select(['tokenHash', 'usedAt', 'expiresAt', 'oneTimeLinks.userId', 'users.emailSealed', 'users.emailVerifiedAt'])
    .select(['targets.id as targetId', 'valueSealed', 'valueHash', 'confirmedAt'])
    .select(sql<boolean>`address_hash is not null`.as('stopped'))
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', 'confirm_target')
    .executeTakeFirst();
  if (link === undefined || (link.usedAt === null && link.expiresAt.getTime() <= clock.now())) {
    throw new AppError('link_unusable');
  }
  return link;
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

/**
 * Erases links that expired unused, and with them the targets that were only kept for their sake. Used links stay:
 * the inbox's owner withdraws through them.
 */
export async function removeOldOneTimeLinks(context: Pick<CoreContext, 'database' | 'keys' | 'clock'>): Promise<void> {
  const { db } = context.database;
  const links = await db
    .deleteFrom('oneTimeLinks')
    .where('usedAt', 'is', null)
    .where('expiresAt', '<=', new Date(context.clock.now()))
    .returning(['userId', 'targetId'])
    .execute();
  const targetIds = Map.groupBy(links, ({ userId }) => userId);
  for (const [userId, own] of targetIds) {
    const ids = own.flatMap(({ targetId }) => targetId ?? []);
    if (ids.length === 0) continue;
    await db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, userId);
      await removeUnusedTargets(transaction, context, userId, ids);
    });
  }
}
