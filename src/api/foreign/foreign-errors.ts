import type { Context, MiddlewareHandler } from 'hono';
import { errorTable, type ErrorBody, type ErrorCode, type FieldErrors } from '#contract/errors.ts';

/** What clients take for a fault of a form; they read `errors` of such an answer only. */
const unprocessable: ReadonlySet<ErrorCode> = new Set(['invalid_input', 'alias_reserved', 'alias_unavailable']);

/** Our fields by their names there. */
const fieldNames: Readonly<Record<string, string>> = {
  alias: 'local_part',
  forwardTo: 'recipient_ids',
  notes: 'description',
};

/** The status that clients of other services know an error by. */
function foreignStatus(code: ErrorCode): number {
  return unprocessable.has(code) ? 422 : errorTable[code].status;
}

/** What all routes for these clients have: their errors by status, and their place in the description of the API. */
export const foreign = { tags: ['Clients of addy.io and SimpleLogin'], errorStatus: foreignStatus } as const;

function renameFields(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [fieldNames[field] ?? field, texts]));
}

function translate(body: ErrorBody): ErrorBody {
  const { code, message, errors = code === 'alias_unavailable' ? { alias: [message] } : undefined } = body;
  return { ...body, error: message, ...(errors && { errors: renameFields(errors) }) };
}

/** Answers an error in the form that clients of other services read: `error` beside `message`, 422 for faults of a form. */
export async function answerForeignError(c: Context): Promise<void> {
  if (c.res.status < 400) return;
  const { headers } = c.res;
  const body = (await c.res.clone().json()) as ErrorBody | Omit<ErrorBody, 'code'>;
  // A route's own answer, in that form already.
  if (!('code' in body)) return;
  // Else the framework joins the new answer with the old one.
  c.res = undefined;
  c.res = new Response(JSON.stringify(translate(body)), { status: foreignStatus(body.code), headers });
}

/** For routes that only clients of other services call. */
export function foreignErrors(): MiddlewareHandler {
  return async function foreignErrors(c, next) {
    await next();
    await answerForeignError(c);
  };
}
