import { aliasFaults } from '#contract/alias-faults.ts';
import type { LifeInput } from '#contract/aliases/alias-fields.ts';
import { lifeFaults } from '#contract/aliases/life-faults.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget, splitForwardTo, type ForwardTarget } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { providerFeatures } from '#contract/provider.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import { isReverseName } from '#contract/reserved-names/reverse-names.ts';
import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { today } from '#core/alias-rows/alias-life.ts';
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
    throw inputError('copyReplies', aliasFaultTexts.copiesNotOffered);
  }
}

function inputError(field: 'copyReplies' | 'forwardTo' | keyof LifeInput, text: string): AppError {
  return new AppError('invalid_input', { errors: { [field]: [text] } });
}

/**
 * The inboxes and webhooks that a forward-to text names, in its order, each once.
 * @throws AppError invalid_input when mail cannot be forwarded to one of them.
 */
export function readTargets(context: Pick<TargetContext, 'domains' | 'settings'>, forwardTo: string): ForwardTarget[] {
  const targets = new Map<string, ForwardTarget>();
  for (const piece of splitForwardTo(forwardTo)) {
    const target = parseForwardTarget(piece);
    if (target === null) throw inputError('forwardTo', aliasFaults.targetsInvalid);
    const fault =
      target.kind === 'email' ? findTargetFault(context, target.email) : findWebhookFault(context, target.url);
    if (fault !== null) throw inputError('forwardTo', fault);
    const name = normaliseTarget(target);
    if (!targets.has(name)) targets.set(name, target);
  }
  if (targets.size > limits.targetsPerAlias) throw inputError('forwardTo', aliasFaults.tooManyTargets);
  return [...targets.values()];
}

/** A forwarding provider elsewhere counts nothing for us, and goes on when a day is over. */
function checkLives({ provider }: Pick<TargetContext, 'provider'>, input: LifeInput): void {
  if (providerFeatures[provider.name].lives) return;
  for (const field of ['expiresAt', 'maxMessages', 'idleDays'] as const) {
    if ((input[field] ?? null) !== null) throw inputError(field, lifeFaults.notOffered);
  }
}

function readExpiry({ clock }: Pick<TargetContext, 'clock'>, text: string): Date {
  const expiresAt = new Date(text);
  const latest = new Date(clock.now());
  latest.setUTCFullYear(latest.getUTCFullYear() + lifeLimits.expiryYearsMax);
  if (expiresAt.getTime() <= clock.now() || expiresAt > latest) throw inputError('expiresAt', lifeFaults.expiry);
  return expiresAt;
}

/**
 * The columns of an alias that say when it ends, for an update or an insert; undefined for those that stay. A number of
 * messages and days without mail count from now on, whatever was counted before.
 * @throws AppError invalid_input.
 */
export function readLife(context: Pick<TargetContext, 'clock' | 'provider'>, input: LifeInput) {
  checkLives(context, input);
  const { expiresAt, maxMessages, idleDays } = input;
  return {
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : readExpiry(context, expiresAt) }),
    ...(maxMessages !== undefined && { maxMessages, messagesLeft: maxMessages }),
    ...(idleDays !== undefined && { idleDays, lastUsedOn: idleDays === null ? null : today(context.clock) }),
  };
}
