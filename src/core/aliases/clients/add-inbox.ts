import { AppError } from '#contract/errors.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import { accountFaultTexts } from '#messages/faults.ts';

/** Who adds an inbox. */
interface InboxAdder {
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

/**
 * Adds an inbox to an account before any alias uses it, and asks it to confirm itself. One that nobody confirms goes when its
 * link has run out. Returns its id. @throws AppError invalid_input, rate_limited, too_many_targets.
 */
export async function addInbox(context: TargetContext, { userId, ip }: InboxAdder, address: string): Promise<string> {
  const [wanted, ...others] = readTargets(context, address);
  if (wanted?.kind !== 'email' || others.length > 0) {
    throw new AppError('invalid_input', { errors: { email: [accountFaultTexts.email] } });
  }
  await context.limiter.take('aliasChangesPerUser', { userId });
  const [target] = await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    return ensureTargets(transaction, context, userId, [wanted]);
  });
  if (target === undefined) throw new AppError('not_found');
  await requestConfirmation(context, { userId, target, ip });
  return target.id;
}
