import { AppError } from '#contract/errors.ts';

/** A text that Kauke does not keep is refused with the reason, never dropped; none at all is what there is. @throws AppError invalid_input. */
export function refuseText(field: string, text: string | null | undefined, reason: string): void {
  if (text?.trim()) throw new AppError('invalid_input', { errors: { [field]: [reason] } });
}

/** @throws AppError invalid_input, always. */
export function refuse(reason: string): never {
  throw new AppError('invalid_input', { message: reason });
}
