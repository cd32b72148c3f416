import { AppError } from '#contract/errors.ts';

/** An account answers only to itself. @throws AppError not_found, for a foreign account as for an unknown one. */
export function checkOwner(ownerId: string, askerId: string): void {
  if (ownerId !== askerId) throw new AppError('not_found');
}
