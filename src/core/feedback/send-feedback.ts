import type { FeedbackInput } from '#contract/site.ts';
import { renderMail } from '#core/render-mail.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { accountMails } from '#messages/server/mails.ts';

export interface FeedbackDetails {
  /** Who gets it; null: postmaster at the first domain, whose mail is the operator's. */
  readonly operatorEmail: string | null;
  /** IP address of the client; only counted. */
  readonly ip: string;
}

/**
 * Mails a origin's words to the operator, with nothing about who wrote them.
 * @throws AppError rate_limited.
 */
export async function sendFeedback(
  { limiter, mailer, domains }: TargetContext,
  { message }: FeedbackInput,
  { operatorEmail, ip }: FeedbackDetails,
): Promise<void> {
  await limiter.take('feedbackPerNetwork', { ip });
  const paragraphs = message.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  await mailer.send({
    recipient: operatorEmail ?? `postmaster@${domains.names()[0] ?? 'localhost'}`,
    userId: null,
    ...renderMail(accountMails.feedback(paragraphs)),
  });
}
