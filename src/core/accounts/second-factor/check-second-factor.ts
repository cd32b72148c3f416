import { AppError } from '#contract/errors.ts';
import { useCode, type CodeContext } from '#core/accounts/second-factor/use-code.ts';
import type { Db } from '#database/database.ts';

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
