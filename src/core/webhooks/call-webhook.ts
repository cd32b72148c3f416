import { AppError } from '#contract/errors.ts';
import type { WebhookResult } from '#contract/targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { WebhookEndpoint, WebhookAnswer } from '#core/webhook-sender.ts';
import { getWebhook, type OwnWebhook, type Webhook, findWebhook } from '#core/webhooks/webhooks.ts';
import { webhookAnswers } from '#messages/server/answers.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** Whether an endpoint took an event: 2xx and nothing else (Standard Webhooks 1.0). */
function isTaken(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

function textOf(answer: WebhookAnswer): string {
  if (answer.kind === 'failed') return webhookAnswers.faults[answer.fault];
  const { status } = answer;
  if (isTaken(answer)) return webhookAnswers.taken(status);
  const isRedirect = status >= 300 && status < 400;
  return webhookAnswers.notTaken(status, isRedirect);
}

/** What came of an attempt, in words for the endpoint's owner. Nothing in them is the endpoint's. */
function describeAnswer(answer: WebhookAnswer): WebhookResult {
  return {
    delivered: isTaken(answer),
    status: answer.kind === 'answered' ? answer.status : null,
    message: textOf(answer),
  };
}

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
async function takeWebhookCall(
  { limiter }: Pick<TargetContext, 'limiter'>,
  endpoint: Pick<WebhookEndpoint, 'url'>,
  { userId, ip }: WebhookCaller,
): Promise<void> {
  await limiter.take('webhookCallsPerUser', { userId });
  await limiter.take('webhookCallsPerNetwork', { ip });
  await limiter.take('webhookCallsPerHost', { text: hostOf(endpoint) });
}

/** The same for a call that nobody waits for; false when it is one too many. */
async function tryTakeWebhookCall(
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

/** Posts a signed `webhook.verify`; an answer of 2xx is consent and confirms the webhook. Looks at no limit. */
async function askWebhook(
  { clock, database, provider, random, webhooks }: TargetContext,
  webhook: Webhook,
): Promise<WebhookAnswer> {
  const event = { id: `msg_${random.uuid()}`, type: 'webhook.verify', at: new Date(clock.now()), data: {} };
  const answer = await webhooks.send(webhook, event);
  if (isTaken(answer)) {
    await provider.changeAliases(database.db, { targetId: webhook.id }, (db) =>
      db
        .updateTable('targets')
        .set({ confirmedAt: new Date(clock.now()) })
        .where('id', '=', webhook.id)
        .where('confirmedAt', 'is', null)
        .execute(),
    );
  }
  return answer;
}

/**
 * Asks an unconfirmed webhook of this account once more, because somebody pressed a button for it, and confirms it
 * when it agrees. @throws AppError not_found, target_answered, rate_limited.
 */
export async function verifyWebhook(
  context: TargetContext,
  { targetId, userId, ip }: OwnWebhook & WebhookCaller,
): Promise<WebhookResult> {
  const webhook = await getWebhook(context, { targetId, userId });
  if (webhook.confirmedAt !== null) {
    throw new AppError('target_answered', { message: exactErrors.webhookConfirmed });
  }
  await takeWebhookCall(context, webhook, { userId, ip });
  return describeAnswer(await askWebhook(context, webhook));
}

/** Null: it needs no call, or is granted none. */
async function admit(context: TargetContext, targetId: string, caller: WebhookCaller): Promise<Webhook | null> {
  const webhook = await findWebhook(context, targetId);
  if (webhook === null || webhook.confirmedAt !== null) return null;
  return (await tryTakeWebhookCall(context, webhook, caller)) ? webhook : null;
}

/** Only the way to the call stands in line: endpoints that answer slowly would hold up those of everybody else. */
async function work(context: TargetContext, targetId: string, caller: WebhookCaller): Promise<void> {
  const webhook = await context.verifications.run(
    () => admit(context, targetId, caller),
    () => null,
  );
  if (webhook !== null) await askWebhook(context, webhook);
}

/**
 * Asks a webhook that is new to its account, without anybody waiting for it. Beyond the limits, and where too many wait
 * already, it stays unconfirmed until its owner asks again.
 */
export function requestVerification(context: TargetContext, targetId: string, caller: WebhookCaller): void {
  work(context, targetId, caller).catch((error: unknown) => {
    // An account that is gone.
    if (!(error instanceof AppError)) context.log.error('webhook_verification_failed', error);
  });
}

/**
 * Posts a signed `email.test` to a confirmed webhook of this account and tells what it answered.
 * @throws AppError not_found, target_unconfirmed, rate_limited.
 */
export async function testWebhook(
  context: TargetContext,
  { targetId, userId, ip }: OwnWebhook & WebhookCaller,
): Promise<WebhookResult> {
  const webhook = await getWebhook(context, { targetId, userId });
  if (webhook.confirmedAt === null) throw new AppError('target_unconfirmed');
  await takeWebhookCall(context, webhook, { userId, ip });
  const { clock, random, webhooks } = context;
  const data = { message: webhookAnswers.test };
  const event = { id: `msg_${random.uuid()}`, type: 'email.test', at: new Date(clock.now()), data };
  return describeAnswer(await webhooks.send(webhook, event));
}
