import type { HonoRequest, MiddlewareHandler } from 'hono';
import { errorCode } from '#config/start-error.ts';
import { AppError } from '#contract/errors.ts';
import { exactErrors } from '#messages/server/errors.ts';

const jsonType = /^application\/json\s*(?:;|$)/i;

/** A body is announced by one of two headers (RFC 9112 §6). */
function hasBody(request: HonoRequest): boolean {
  return request.header('Transfer-Encoding') !== undefined || Number(request.header('Content-Length') ?? 0) > 0;
}

/** A client that hangs up within its body is no fault of ours, and nobody reads the answer. */
function readText(request: HonoRequest): Promise<string> {
  return request.text().catch((error: unknown) => {
    throw errorCode(error) === 'ECONNRESET' ? new AppError('malformed_json') : error;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
}

function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** PostgreSQL takes no NUL in text, and half a surrogate pair has no UTF-8. A loop, as nesting has no bound. */
function isStorable(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && !isSound(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (!isSound(key)) return false;
      pending.push(inner);
    }
  }
  return true;
}

/**
 * Lets only sound JSON bodies through. The route's schema reads the same text again later.
 * @throws AppError unsupported_media_type, malformed_json, invalid_input.
 */
export function jsonBody(): MiddlewareHandler {
  return async function jsonBody(c, next) {
    if (hasBody(c.req)) {
      if (!jsonType.test(c.req.header('Content-Type') ?? '')) throw new AppError('unsupported_media_type');
      if (!isStorable(parse(await readText(c.req)))) {
        throw new AppError('invalid_input', { message: exactErrors.brokenText });
      }
    }
    await next();
  };
}
