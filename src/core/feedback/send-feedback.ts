import type { FeedbackInput } from '#contract/site.ts';
import { notify } from '#core/notices/notify.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Mails a origin's words to the operator, with nothing about who wrote them. `ip`: of the client; only counted.
 * @throws AppError rate_limited.
 */
export async function sendFeedback(context: TargetContext, { message }: FeedbackInput, ip: string): Promise<void> {
  const { limiter, domains, settings } = context;
  await limiter.take('feedbackPerNetwork', { ip });
  const paragraphs = message.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  // Mail to postmaster at the first domain is the operator's.
  const recipient = settings.operatorEmail ?? `postmaster@${domains.names()[0] ?? 'localhost'}`;
  await notify(context, { kind: 'feedback', userId: null, recipient, values: [paragraphs] });
}
