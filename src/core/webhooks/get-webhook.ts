import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { targetValueContext, webhookSecretContext } from '#core/targets/target-value.ts';
import type { WebhookEndpoint } from '#core/webhook-sender.ts';

/** A webhook among the targets of an account, opened. */
export interface Webhook extends WebhookEndpoint {
  readonly id: string;
  readonly confirmedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
  /** Until when the secret before the last rotation signs too; null: there is none. */
  readonly previousUntil: Date | null;
}

/** One webhook, whoever asks; null when it is gone. */
export async function findWebhook(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  targetId: string,
): Promise<Webhook | null> {
  const row = await database.db
    .selectFrom('targets')
    .select(['id', 'userId', 'valueSealed', 'confirmedAt', 'disabledAt', 'failingSince'])
    .select(['secretSealed', 'previousSecretSealed', 'previousSecretUntil'])
    .where('id', '=', targetId)
    .where('kind', '=', 'webhook')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, userId, confirmedAt, disabledAt, failingSince } = row;
  const overlaps = row.previousSecretUntil !== null && row.previousSecretUntil.getTime() > clock.now();
  const sealed = overlaps ? [row.secretSealed, row.previousSecretSealed] : [row.secretSealed];
  return {
    id,
    userId,
    url: keys.open(targetValueContext(id), row.valueSealed).toString(),
    secrets: sealed.flatMap((secret) =>
      secret === null ? [] : [keys.open(webhookSecretContext(id), secret).toString()],
    ),
    confirmedAt,
    disabledAt,
    failingSince,
    previousUntil: overlaps ? row.previousSecretUntil : null,
  };
}

/** A webhook that somebody asks for. */
export interface OwnWebhook {
  readonly targetId: string;
  /** The account that is signed in. */
  readonly userId: string;
}

/** A webhook of this account. @throws AppError not_found, for a foreign one, an unknown one and an inbox alike. */
export async function getWebhook(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { targetId, userId }: OwnWebhook,
): Promise<Webhook> {
  const webhook = await findWebhook(context, targetId);
  if (webhook === null || webhook.userId !== userId) throw new AppError('not_found');
  return webhook;
}
