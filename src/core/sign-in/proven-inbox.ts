import type { EmailAddress } from '#contract/email-address.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { findTargetFault } from '#core/targets/target-faults.ts';
import type { Db } from '#database/database.ts';

/** The inbox of a new account whose mailbox Google or a mailed link has proved already, so that no mail has to. */
export async function addProvenInbox(
  db: Db,
  context: AccountContext,
  userId: string,
  email: EmailAddress,
): Promise<void> {
  if (findTargetFault(context, email) !== null) return;
  const settings = { ...context.settings, targetConfirmation: 'off' as const };
  await ensureTargets(db, { ...context, settings }, userId, [{ kind: 'email', email }]);
}
