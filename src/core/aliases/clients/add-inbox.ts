import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { findTargetFault } from '#core/targets/target-faults.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import { accountFaultTexts } from '#messages/faults.ts';

/** Who adds an inbox. */
interface InboxAdder {
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

function emailFault(text: string): AppError {
  return new AppError('invalid_input', { errors: { email: [text] } });
}

/**
 * Adds an inbox to an account before any alias uses it, and asks it to confirm itself. One that nobody confirms goes when its
 * link has run out. Returns its id. @throws AppError invalid_input, rate_limited, too_many_targets.
 */
export async function addInbox(context: TargetContext, { userId, ip }: InboxAdder, address: string): Promise<string> {
  const email = parseEmailAddress(address.trim());
  if (email === null) throw emailFault(accountFaultTexts.email);
  const fault = findTargetFault(context, email);
  if (fault !== null) throw emailFault(fault);
  await context.limiter.take('aliasChangesPerUser', { userId });
  const [target] = await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    return ensureTargets(transaction, context, userId, [{ kind: 'email', email }]);
  });
  if (target === undefined) throw new AppError('not_found');
  await requestConfirmation(context, { userId, target, ip });
  return target.id;
}
