import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import { translateFor } from '#api/translate-answer.ts';
import { AppError, errorTable, type ErrorBody, type ErrorCode, type FieldErrors } from '#contract/errors.ts';
import { isMissingUserViolation } from '#core/user-row.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { inputFaults } from '#messages/faults.ts';

/** What the framework itself refuses, in our words. */
const frameworkCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_json',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

function bodyOf({ code, message, details }: AppError): ErrorBody {
  return {
    message,
    code,
    ...(details.errors && { errors: details.errors }),
    ...(code === 'rate_limited' && { rateLimited: true as const }),
    ...(details.resetTime && { resetTime: details.resetTime.toISOString() }),
  };
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isMissingUserViolation(error)) return new AppError('not_signed_in');
  const code = error instanceof HTTPException ? frameworkCodes[error.status] : undefined;
  return code === undefined ? null : new AppError(code);
}

export type ErrorRenderer = (error: unknown, c: Context) => Response;

/** Turns every error into its JSON answer. Faults of ours are logged once, by request id, and told to nobody. */
export function createErrorRenderer({ log, clock }: { log: Log; clock: Clock }): ErrorRenderer {
  return (error, c) => {
    const known = toAppError(error);
    if (known === null) log.error('request_failed', error, { requestId: c.get('requestId') });
    const { resetTime } = known?.details ?? {};
    if (resetTime !== undefined) {
      c.header('Retry-After', String(Math.max(1, Math.ceil((resetTime.getTime() - clock.now()) / 1000))));
    }
    const answer = known ?? new AppError('internal');
    return c.json(translateFor(c, bodyOf(answer)), errorTable[answer.code].status as ContentfulStatusCode);
  };
}

/** A reason that people understand: clients of others show it as it is. */
function reasonOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_format' && issue.message === 'Invalid UUID' ? inputFaults.noId : issue.message;
}

/** Every fault of an input, by field. A Map first: the sender may name a field `constructor`. */
function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const faults = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, text: inputFaults.unknownField }))
      : [{ field: String(issue.path[0] ?? 'body'), text: reasonOf(issue) }],
  );
  const byField = Map.groupBy(faults, ({ field }) => field);
  return Object.fromEntries([...byField].map(([field, list]) => [field, list.map(({ text }) => text)]));
}

/** What a failed schema of a route means. An id that is none names nothing, like an id that is unknown. */
export function inputError(target: string, error: z.core.$ZodError): AppError {
  if (target === 'param') return new AppError('not_found');
  // A rule about the body as a whole stands beside no field, so it is the message.
  const whole = error.issues.find(({ code, path }) => code === 'custom' && path.length === 0);
  return new AppError('invalid_input', { ...(whole && { message: whole.message }), errors: fieldErrors(error) });
}
