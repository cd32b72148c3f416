import type { LifeInput } from '#contract/aliases/alias-fields.ts';
import { lifeFaults } from '#contract/aliases/life-faults.ts';
import { AppError } from '#contract/errors.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { providerFeatures } from '#contract/provider.ts';
import { today } from '#core/alias-rows/alias-life.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

function fault(field: keyof LifeInput, text: string): AppError {
  return new AppError('invalid_input', { errors: { [field]: [text] } });
}

/** A forwarding provider elsewhere counts nothing for us, and goes on when a day is over. */
function checkOffered({ provider }: Pick<TargetContext, 'provider'>, input: LifeInput): void {
  if (providerFeatures[provider.name].lives) return;
  for (const field of ['expiresAt', 'maxMessages', 'idleDays'] as const) {
    if ((input[field] ?? null) !== null) throw fault(field, lifeFaults.notOffered);
  }
}

function readExpiry({ clock }: Pick<TargetContext, 'clock'>, text: string): Date {
  const expiresAt = new Date(text);
  const latest = new Date(clock.now());
  latest.setUTCFullYear(latest.getUTCFullYear() + lifeLimits.expiryYearsMax);
  if (expiresAt.getTime() <= clock.now() || expiresAt > latest) throw fault('expiresAt', lifeFaults.expiry);
  return expiresAt;
}

/**
 * The columns of an alias that say when it ends, for an update or an insert; undefined for those that stay. A number of
 * messages and days without mail count from now on, whatever was counted before.
 * @throws AppError invalid_input.
 */
export function readLife(context: Pick<TargetContext, 'clock' | 'provider'>, input: LifeInput) {
  checkOffered(context, input);
  const { expiresAt, maxMessages, idleDays } = input;
  return {
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : readExpiry(context, expiresAt) }),
    ...(maxMessages !== undefined && { maxMessages, messagesLeft: maxMessages }),
    ...(idleDays !== undefined && { idleDays, lastUsedOn: idleDays === null ? null : today(context.clock) }),
  };
}
