import type { TargetContext } from '#core/targets/target-context.ts';
import type { WebhookEndpoint } from '#core/webhook-sender.ts';

/** Who makes us call an endpoint. */
export interface WebhookCaller {
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

function hostOf({ url }: Pick<WebhookEndpoint, 'url'>): string {
  return new URL(url).host;
}

/**
 * Counts one call that a person asked for; over all accounts as well, so that nobody is flooded through us.
 * @throws AppError rate_limited.
 */
export async function takeWebhookCall(
  { limiter }: Pick<TargetContext, 'limiter'>,
  endpoint: Pick<WebhookEndpoint, 'url'>,
  { userId, ip }: WebhookCaller,
): Promise<void> {
  await limiter.take('webhookCallsPerUser', { userId });
  await limiter.take('webhookCallsPerNetwork', { ip });
  await limiter.take('webhookCallsPerHost', { text: hostOf(endpoint) });
}

/** The same for a call that nobody waits for; false when it is one too many. */
export async function tryTakeWebhookCall(
  { limiter }: Pick<TargetContext, 'limiter'>,
  endpoint: Pick<WebhookEndpoint, 'url'>,
  { userId, ip }: WebhookCaller,
): Promise<boolean> {
  return (
    (await limiter.tryTake('webhookCallsPerUser', { userId })) &&
    (await limiter.tryTake('webhookCallsPerNetwork', { ip })) &&
    (await limiter.tryTake('webhookCallsPerHost', { text: hostOf(endpoint) }))
  );
}
