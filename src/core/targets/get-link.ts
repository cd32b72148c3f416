import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken } from '#core/secret-token.ts';

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
}

/**
 * The link a mailed token opens. A used one opens for ever, so that the inbox's owner can withdraw.
 * @throws AppError link_unusable for an unknown token and for one that expired unused.
 */
export async function getLink(
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
    .select(['tokenHash', 'usedAt', 'expiresAt', 'oneTimeLinks.userId', 'users.emailSealed'])
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
