import type { Context, MiddlewareHandler } from 'hono';
import { foreignStatus } from '#api/foreign/foreign-errors.ts';
import { jsonAnswer } from '#api/json-answers.ts';
import { holdApiKey, presentedKey } from '#api/middleware/api-key.ts';
import { AppError, errorTable, type ErrorCode } from '#contract/errors.ts';
import { errorResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** Under which the description of the API lists these routes. */
export const foreignTags = ['Clients of addy.io and SimpleLogin'];

/** The declared error answers of a route for clients of other services. */
export function foreignErrorAnswers(...codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, foreignStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      jsonAnswer(status, errorResponseSchema, list.map((code) => `${code}: ${errorTable[code].message}`).join('\n'))[
        status
      ],
    ]),
  );
}

/** Answers that every route behind a key has. */
export const keyRefusals = ['not_signed_in', 'api_key_invalid', 'rate_limited'] as const satisfies ErrorCode[];

const howToSend = 'Send an API key as `Authorization: Bearer <key>`. Make one under Settings on the website.';

/** Opens a route to API keys and to nothing else. @throws AppError not_signed_in, api_key_invalid, rate_limited. */
export function requireKey(core: AccountContext): MiddlewareHandler {
  return async function requireKey(c, next) {
    const key = presentedKey(c);
    if (key === null) throw new AppError('not_signed_in', { message: howToSend });
    await holdApiKey(c, core, key);
    await next();
  };
}

/** What is done and has nothing to tell. */
export function noContent(c: Context) {
  return c.body(null, 204);
}
