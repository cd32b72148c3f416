import { AppError } from '#contract/errors.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** Whether a name may be given to an alias at all. @throws AppError alias_reserved. */
export function checkAliasName(alias: string): void {
  if (!isReservedName(alias)) return;
  const message = aliasFaultTexts.aliasReserved(alias);
  throw new AppError('alias_reserved', { message, errors: { alias: [message] } });
}
