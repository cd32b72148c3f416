import { AppError } from '#contract/errors.ts';
import { isReservedName, reservedNameMessage } from '#contract/reserved-names.ts';

/** Whether a name may be given to an alias at all. @throws AppError alias_reserved. */
export function checkAliasName(alias: string): void {
  if (!isReservedName(alias)) return;
  const message = reservedNameMessage(alias);
  throw new AppError('alias_reserved', { message, errors: { alias: [message] } });
}
