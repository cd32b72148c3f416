import { AppError } from '#contract/errors.ts';

/** What Kauke has in one way alone may be set to that, and to nothing else. @throws AppError invalid_input with the reason. */
export function refuseUnless(isSo: boolean, reason: string): void {
  if (!isSo) throw new AppError('invalid_input', { message: reason });
}
