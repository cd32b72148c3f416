import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { useRecoveryCode } from '#core/sign-in/second-factor/recovery-codes.ts';
import { findTotpStep, totpSecretContext } from '#core/sign-in/second-factor/totp.ts';
import type { Db } from '#database/database.ts';

export type CodeContext = Pick<CoreContext, 'keys' | 'clock'>;

const sixDigits = /^\d{6}$/;

async function useTotpCode(db: Db, { keys, clock }: CodeContext, userId: string, code: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('totpSecretSealed')
    .where('id', '=', userId)
    .where('totpEnabledAt', 'is not', null)
    .executeTakeFirst();
  const sealed = user?.totpSecretSealed ?? null;
  if (sealed === null) return false;
  const step = findTotpStep(keys.open(totpSecretContext(userId), sealed), code, clock.now());
  if (step === null) return false;
  // One statement: of two uses at once, the second finds the step taken (RFC 6238 §5.2).
  const used = await db
    .updateTable('users')
    .set({ totpLastStep: String(step) })
    .where('id', '=', userId)
    .where('totpSecretSealed', '=', sealed)
    .where(({ or, eb }) => or([eb('totpLastStep', 'is', null), eb('totpLastStep', '<', String(step))]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Uses a code of an account's second factor: six digits from the authenticator app, or a recovery code; blanks and
 * hyphens do not matter. False when it is wrong, was used, or the second factor is off. `db` may be a transaction.
 */
export async function useCode(db: Db, context: CodeContext, userId: string, code: string): Promise<boolean> {
  const bareCode = code.replaceAll(/[\s-]/g, '').toLowerCase();
  return sixDigits.test(bareCode)
    ? useTotpCode(db, context, userId, bareCode)
    : useRecoveryCode(db, context.keys, { userId, bareCode, now: new Date(context.clock.now()) });
}

/**
 * The second step of proving an account by its password. Passes at once while the second factor is off; uses the
 * code up otherwise. `code`: what came along, if anything. Only behind the right password.
 * @throws AppError second_factor_required without a code, wrong_code.
 */
export async function checkSecondFactor(
  db: Db,
  context: CodeContext,
  user: { readonly id: string; readonly totpEnabledAt: Date | null },
  code: string | undefined,
): Promise<void> {
  if (user.totpEnabledAt === null) return;
  if (code === undefined) throw new AppError('second_factor_required');
  if (!(await useCode(db, context, user.id, code))) throw new AppError('wrong_code');
}
