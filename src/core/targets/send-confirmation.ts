import type { AliasTarget } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { makeSecretToken } from '#core/secret-token.ts';
import { confirmationMail } from '#core/targets/confirmation-mail.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

const linkLifeMs = limits.confirmationLinkDays * 24 * 60 * 60 * 1000;

export interface Confirmation {
  readonly userId: string;
  readonly target: AliasTarget;
}

/**
 * False when the target was removed meanwhile. Shares the account before the target: whoever removes targets holds it
 * first, so that the two never wait for each other.
 */
async function insertLink(
  { database, clock }: TargetContext,
  { userId, target }: Confirmation,
  tokenHash: Buffer,
): Promise<boolean> {
  const now = clock.now();
  const { numInsertedOrUpdatedRows: inserted = 0n } = await database.db
    .insertInto('oneTimeLinks')
    .columns(['tokenHash', 'purpose', 'userId', 'targetId', 'expiresAt', 'usedAt', 'createdAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .innerJoin('targets', 'targets.userId', 'users.id')
        .select([
          val(tokenHash).as('tokenHash'),
          val('confirm_target' as const).as('purpose'),
          'targets.userId',
          'targets.id',
          val(new Date(now + linkLifeMs)).as('expiresAt'),
          val<Date | null>(null).as('usedAt'),
          val(new Date(now)).as('createdAt'),
        ])
        .where('targets.id', '=', target.id)
        .where('targets.userId', '=', userId)
        .forKeyShare(['users', 'targets']),
    )
    .executeTakeFirstOrThrow();
  return inserted > 0n;
}

/**
 * Mails an inbox's owner a link to confirm it (7 days, single use). Looks at no limit.
 * @throws Error when the mail could not be queued; nothing is left of the link then.
 */
export async function sendConfirmation(context: TargetContext, confirmation: Confirmation): Promise<void> {
  const { database, random, mailer, settings } = context;
  const { userId, target } = confirmation;
  const { token, hash } = makeSecretToken(random);
  if (!(await insertLink(context, confirmation, hash))) return;
  try {
    await mailer.send({
      recipient: target.value,
      userId,
      ...confirmationMail(`${settings.publicUrl}/confirm#${token}`),
    });
  } catch (error) {
    await database.db.deleteFrom('oneTimeLinks').where('tokenHash', '=', hash).execute();
    throw error;
  }
}
