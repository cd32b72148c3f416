import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { WebhookSecret } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { targetValueContext, webhookSecretContext, sealNewSecret } from '#core/targets/target-value.ts';
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

/** The former secret goes on signing beside the new one, so that endpoints change over without losing anything. */
const overlapMs = limits.secretOverlapHours * 60 * 60 * 1000;

/**
 * Gives a webhook of this account a new secret. The present one stays in force beside it for 24 hours, an older one
 * ends now. @throws AppError not_found, rate_limited.
 */
export async function rotateWebhookSecret(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'limiter'>,
  own: OwnWebhook,
): Promise<WebhookSecret> {
  const { targetId, userId } = own;
  await getWebhook(context, own);
  await context.limiter.take('credentialsPerUser', { userId });
  await context.database.db
    .updateTable('targets')
    .set({
      previousSecretSealed: sql.ref('secret_sealed'),
      previousSecretUntil: new Date(context.clock.now() + overlapMs),
      secretSealed: sealNewSecret(context, targetId),
    })
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .where('kind', '=', 'webhook')
    .execute();
  return showWebhookSecret(context, own);
}

/** The secret that signs what is posted to a webhook of this account. @throws AppError not_found. */
export async function showWebhookSecret(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  own: OwnWebhook,
): Promise<WebhookSecret> {
  const { secrets, previousUntil } = await getWebhook(context, own);
  const [secret] = secrets;
  if (secret === undefined) throw new AppError('not_found');
  return { secret, previousUntil: previousUntil?.toISOString() ?? null };
}

/**
 * Sends what waits for a webhook of this account again, now. @returns how many messages.
 * @throws AppError not_found, rate_limited.
 */
export async function replayWebhook(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'limiter'>,
  own: OwnWebhook,
): Promise<number> {
  const { id, userId } = await getWebhook(context, own);
  await context.limiter.take('webhookReplaysPerUser', { userId });
  return makeWebhookDue(context, id);
}

/**
 * Takes up a webhook of this account that was disabled; what waits for it is sent now. Does nothing to one that is on.
 * @throws AppError not_found, rate_limited.
 */
export async function enableWebhook(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'limiter' | 'provider'>,
  own: OwnWebhook,
): Promise<void> {
  const { id, userId, disabledAt } = await getWebhook(context, own);
  if (disabledAt === null) return;
  await context.limiter.take('webhookReplaysPerUser', { userId });
  await context.provider.changeAliases(context.database.db, { targetId: id }, (db) =>
    db.updateTable('targets').set({ disabledAt: null, failingSince: null }).where('id', '=', id).execute(),
  );
  await makeWebhookDue(context, id);
}

/** Makes everything that waits for a webhook due now. @returns how many messages. */
async function makeWebhookDue({ database }: Pick<CoreContext, 'database'>, targetId: string): Promise<number> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('state', '=', 'waiting')
    .where('linkId', 'in', ({ selectFrom }) =>
      selectFrom('aliasTargets').select('aliasTargets.id').where('targetId', '=', targetId),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
