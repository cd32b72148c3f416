import { AppError } from '#contract/errors.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import { findInvitation, useInvitation } from '#core/registration/invitations.ts';
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
  const isInvited = invitation !== undefined && (await findInvitation(database.db, context, invitation)) !== null;
  if (settings.registration === 'closed' || !isInvited) throw refusal(context, invitation);
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
  if (registration === 'closed') throw refusal(context, invitation);
  if (invitation !== undefined && (await useInvitation(db, context, invitation))) return null;
  if (registration === 'invite') throw refusal(context, invitation);
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
  if (context.settings.registration === 'closed') throw refusal(context, invitation);
  const expiresAt = await findInvitation(context.database.db, context, invitation);
  if (expiresAt === null) throw new AppError('invitation_unusable');
  return expiresAt;
}
