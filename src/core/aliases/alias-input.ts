import { aliasFaults } from '#contract/alias-faults.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget, splitForwardTo, type ForwardTarget } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { providerFeatures } from '#contract/provider.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import { isReverseName } from '#contract/reserved-names/reverse-names.ts';
import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import type { UsableDomain } from '#core/domains/usable-domain.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { findTargetFault, findWebhookFault } from '#core/targets/target-faults.ts';
import { normaliseTarget } from '#core/targets/target-value.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** Notes that another program wrote, cut to what is kept; never within a character. */
export function cutNotes(text: string): string {
  const cut = text.slice(0, limits.notesMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/**
 * Whether a name may be given to an alias. Whoever has or manages a domain may have any name on it but those of reverse addresses; others who
 * make aliases there get none of those by which authorities ask who has it. @throws AppError alias_reserved.
 */
export function checkAliasName(alias: string, { shared, managed }: Pick<UsableDomain, 'shared' | 'managed'>): void {
  const isReserved = shared ? isReservedName(alias) : !managed && roleMailboxes.has(alias);
  if (!isReserved && !isReverseName(alias)) return;
  const message = aliasFaultTexts.aliasReserved(alias);
  throw new AppError('alias_reserved', { message, errors: { alias: [message] } });
}

/** An account answers only to itself. @throws AppError not_found, for a foreign account as for an unknown one. */
export function checkOwner(ownerId: string, askerId: string): void {
  if (ownerId !== askerId) throw new AppError('not_found');
}

/** Not every provider copies replies. @throws AppError invalid_input. */
export function checkOwnFields(
  { provider }: Pick<TargetContext, 'provider'>,
  { copyReplies }: { readonly copyReplies?: boolean | undefined },
): void {
  if (copyReplies === true && !providerFeatures[provider.name].replies) {
    throw new AppError('invalid_input', { errors: { copyReplies: [aliasFaultTexts.copiesNotOffered] } });
  }
}

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
