import { AppError } from '#contract/errors.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import { writeJournal } from '#core/operator-journal.ts';
import { findInvitation, useInvitation, type GoodInvitation } from '#core/registration/invitations.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

type AdmissionContext = Pick<TargetContext, 'keys' | 'clock' | 'settings'>;

function refusal({ settings }: AdmissionContext, invitation: string | undefined): AppError {
  if (settings.registration === 'closed') return new AppError('registration_closed');
  return new AppError(invitation === undefined ? 'invitation_required' : 'invitation_unusable');
}

/**
 * Whether somebody may open an account here, before anything is computed or told about them. Uses nothing: `admitAccount`
 * does.
 * @throws AppError registration_closed, invitation_required, invitation_unusable.
 */
export async function requireAdmission(
  context: AdmissionContext & Pick<TargetContext, 'database'>,
  invitation: string | undefined,
): Promise<void> {
  const { database, settings } = context;
  if (!isPrivate(settings.registration)) return;
  const good = invitation === undefined ? null : await findInvitation(database.db, context, invitation);
  if (good === null || !opens(context, good)) throw refusal(context, invitation);
}

/** Where no accounts are opened, the link for the operator's still opens one. */
function opens({ settings }: AdmissionContext, { makesOperator }: GoodInvitation): boolean {
  return makesOperator || settings.registration !== 'closed';
}

/**
 * Admits an account that was inserted in the caller's transaction, which must not commit when this throws: uses its
 * invitation up, and lets it wait for the operator where accounts are approved and nobody invited it. An invitation that
 * is not needed and no longer good is no fault.
 * @returns since when the account waits; null: it does not.
 * @throws AppError registration_closed, invitation_required, invitation_unusable.
 */
export async function admitAccount(
  db: Db,
  context: AdmissionContext,
  userId: string,
  invitation: string | undefined,
): Promise<Date | null> {
  const { registration } = context.settings;
  const used = invitation === undefined ? null : await useInvitation(db, context, invitation);
  if (used !== null && opens(context, used)) {
    if (used.makesOperator) {
      await db.insertInto('operators').values({ userId }).execute();
      await writeJournal(db, context, { by: 'invitation', act: 'operator_added', account: userId });
    }
    return null;
  }
  if (isPrivate(registration)) throw refusal(context, invitation);
  if (registration === 'open') return null;
  const waitingSince = new Date(context.clock.now());
  await db.updateTable('users').set({ waitingSince }).where('id', '=', userId).execute();
  return waitingSince;
}

/** Until when an invitation opens an account here. Uses nothing. @throws AppError registration_closed, invitation_unusable. */
export async function readInvitation(
  context: AdmissionContext & Pick<TargetContext, 'database'>,
  invitation: string,
): Promise<Date> {
  const good = await findInvitation(context.database.db, context, invitation);
  if (good !== null && opens(context, good)) return good.expiresAt;
  throw refusal(context, invitation);
}
