import { aliasFaults } from '#contract/alias-faults.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget, splitForwardTo, type ForwardTarget } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { findTargetFault, findWebhookFault } from '#core/targets/target-faults.ts';
import { normaliseTarget } from '#core/targets/target-value.ts';

function targetError(text: string): AppError {
  return new AppError('invalid_input', { errors: { forwardTo: [text] } });
}

/**
 * The inboxes and webhooks that a forward-to text names, in its order, each once.
 * @throws AppError invalid_input when mail cannot be forwarded to one of them.
 */
export function readTargets(context: Pick<TargetContext, 'domains' | 'settings'>, forwardTo: string): ForwardTarget[] {
  const targets = new Map<string, ForwardTarget>();
  for (const piece of splitForwardTo(forwardTo)) {
    const target = parseForwardTarget(piece);
    if (target === null) throw targetError(aliasFaults.targetsInvalid);
    const fault =
      target.kind === 'email' ? findTargetFault(context, target.email) : findWebhookFault(context, target.url);
    if (fault !== null) throw targetError(fault);
    const name = normaliseTarget(target);
    if (!targets.has(name)) targets.set(name, target);
  }
  if (targets.size > limits.targetsPerAlias) throw targetError(aliasFaults.tooManyTargets);
  return [...targets.values()];
}
