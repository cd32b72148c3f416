import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { formMessages as texts } from '#messages/pages/forms.ts';
import { RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

/** Puts the server's answers beside the fields they are about; false when it gave none about a field of the form. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: UseFormReturn<Values>,
): boolean {
  const errors = error instanceof RequestError && !error.body.rateLimited ? (error.fieldErrors ?? {}) : {};
  const faults = (Object.keys(getValues()) as Path<Values>[]).flatMap((field) => {
    const message = errors[field]?.[0];
    return message === undefined ? [] : [{ field, message }];
  });
  if (faults.length === 0) return false;
  for (const { field, message } of faults) setError(field, { message });
  showToast({ title: texts.invalid, description: texts.invalidDescription, tone: 'destructive' });
  return true;
}
