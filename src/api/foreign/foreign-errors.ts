import type { Context, MiddlewareHandler } from 'hono';
import { simpleLoginErrorSchema } from '#contract/answers.ts';
import { errorTable, type ErrorBody, type ErrorCode, type FieldErrors } from '#contract/errors.ts';

/** What clients of addy.io take for a fault of a form; they read `errors` of such an answer only. */
const unprocessable: ReadonlySet<ErrorCode> = new Set(['invalid_input', 'alias_reserved', 'alias_unavailable']);

/** Our fields by their names at addy.io. */
const fieldNames: Readonly<Record<string, string>> = {
  alias: 'local_part',
  forwardTo: 'recipient_ids',
  notes: 'description',
};

function addyStatus(code: ErrorCode): number {
  return unprocessable.has(code) ? 422 : errorTable[code].status;
}

/** 401 only for a key that opens nothing: its clients forget theirs. */
const simpleLoginStatuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  wrong_credentials: 400,
  wrong_code: 400,
  // A suffix that was signed too long ago.
  link_unusable: 412,
};

function simpleLoginStatus(code: ErrorCode): number {
  return simpleLoginStatuses[code] ?? errorTable[code].status;
}

/** What all routes for these clients have: their errors by status, and their place in the description of the API. */
export const foreign = { tags: ['Clients of addy.io'], errorStatus: addyStatus } as const;
export const simpleLogin = {
  tags: ['Clients of SimpleLogin'],
  errorStatus: simpleLoginStatus,
  errorBody: simpleLoginErrorSchema,
} as const;

/** Why, in one sentence, as these clients show no other: the first field's reason where the error itself gives none. */
function reasonOf({ code, message, errors = {} }: ErrorBody): string {
  const [[first = message] = []] = Object.values(errors);
  return message === errorTable[code].message ? first : message;
}

function renameFields(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [fieldNames[field] ?? field, texts]));
}

/** How an error is written for clients of a service. */
interface ForeignForm {
  statusOf(code: ErrorCode): number;
  write(body: ErrorBody): object;
}

export const addyForm: ForeignForm = {
  statusOf: addyStatus,
  write: (body) => {
    const { code, message, errors = code === 'alias_unavailable' ? { alias: [message] } : undefined } = body;
    return { ...body, message: reasonOf(body), ...(errors && { errors: renameFields(errors) }) };
  },
};

/** They read `error`; password managers show it before a `message`, so that the same text would stand there twice. */
export const simpleLoginForm: ForeignForm = {
  statusOf: simpleLoginStatus,
  write: ({ message, ...rest }) => ({ ...rest, error: reasonOf({ message, ...rest }) }),
};

/** Opening an account is the same for these clients as for programs of ours: the reason stands where either reads it. */
export const registerForm: ForeignForm = {
  statusOf: (code) => errorTable[code].status,
  write: (body) => ({ ...body, error: reasonOf(body) }),
};

/** Answers an error in the form that clients of another service read. */
export async function answerForeignError(c: Context, form: ForeignForm): Promise<void> {
  if (c.res.status < 400) return;
  const { headers } = c.res;
  const body = (await c.res.clone().json()) as ErrorBody | Omit<ErrorBody, 'code'>;
  // A route's own answer, in that form already.
  if (!('code' in body)) return;
  // Else the framework joins the new answer with the old one.
  c.res = undefined;
  c.res = new Response(JSON.stringify(form.write(body)), { status: form.statusOf(body.code), headers });
}

/** For routes that only clients of that service call. */
export function foreignErrors(form: ForeignForm): MiddlewareHandler {
  return async function foreignErrors(c, next) {
    await next();
    await answerForeignError(c, form);
  };
}
