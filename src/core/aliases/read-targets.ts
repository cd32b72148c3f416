import { tooManyTargets } from '#contract/aliases.ts';
import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { findTargetFault } from '#core/targets/find-target-fault.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

const targetError = (text: string): AppError => new AppError('invalid_input', { errors: { forwardTo: [text] } });

/**
 * The inboxes that a forward-to text names, in its order, each once.
 * @throws AppError invalid_input when mail cannot be forwarded to one of them.
 */
export const readTargets = (
  context: Pick<TargetContext, 'domains' | 'settings'>,
  forwardTo: string,
): EmailAddress[] => {
  const emails = new Map<string, EmailAddress>();
  for (const piece of splitForwardTo(forwardTo)) {
    const target = parseForwardTarget(piece);
    if (target?.kind !== 'email') {
      throw targetError('Webhook URLs are not available yet. Please use email addresses.');
    }
    const fault = findTargetFault(context, target.email);
    if (fault !== null) throw targetError(fault);
    if (!emails.has(target.email.normalised)) emails.set(target.email.normalised, target.email);
  }
  if (emails.size > limits.targetsPerAlias) throw targetError(tooManyTargets);
  return [...emails.values()];
};
