import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

/** Puts the server's answers beside the fields they are about; false when it gave none. */
export const showFieldErrors = <Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: UseFormReturn<Values>,
): boolean => {
  const errors = error instanceof RequestError && !error.body.rateLimited ? error.fieldErrors : null;
  if (!errors) return false;
  for (const field of Object.keys(getValues()) as Path<Values>[]) {
    const message = errors[field]?.[0];
    if (message !== undefined) setError(field, { message });
  }
  const description = 'Please fix the errors shown below and try again.';
  showToast({ title: 'Validation Error', description, tone: 'destructive' });
  return true;
};
