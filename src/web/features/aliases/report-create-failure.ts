import type { UseFormSetError } from 'react-hook-form';
import type { CreateAliasInput } from '#contract/aliases.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { explain, RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

const fields = ['alias', 'domain', 'forwardTo', 'notes'] as const;

const failed = (title: string, description: string): void => showToast({ title, description, tone: 'destructive' });

/** Tells why an alias could not be created: beside its field where there is one, and in a toast. */
export const reportCreateFailure = (error: unknown, setError: UseFormSetError<CreateAliasInput>): void => {
  if (error instanceof RequestError && error.body.rateLimited) {
    failed('Rate Limit Exceeded', describeRateLimit(error));
  } else if (error instanceof RequestError && error.fieldErrors) {
    showFieldErrors(error.fieldErrors, setError);
    failed('Validation Error', 'Please fix the errors shown below and try again.');
  } else {
    failed('Creation Failed', explain(error, 'Failed to create alias'));
  }
};

const describeRateLimit = ({ message, body }: RequestError): string =>
  body.resetTime === undefined
    ? message
    : `${message} Try again after ${new Date(body.resetTime).toLocaleTimeString()}.`;

const showFieldErrors = (errors: FieldErrors, setError: UseFormSetError<CreateAliasInput>): void => {
  for (const field of fields) {
    const message = errors[field]?.[0];
    if (message !== undefined) setError(field, { message });
  }
};
