import type { Context, MiddlewareHandler } from 'hono';
import { addyForm, answerForeignError, registerForm, simpleLoginForm } from '#api/foreign/foreign-errors.ts';
import { isSimpleLoginSignIn } from '#api/foreign/simplelogin/sign-in.ts';
import { isFromProgram } from '#api/middleware/from-program.ts';
import { AppError } from '#contract/errors.ts';

/** A sign-in that asks for an API key: it reads no cookie and sets none. */
interface ForeignSignIn {
  readonly service: 'addy' | 'simplelogin';
  readonly body: unknown;
}

declare module 'hono' {
  interface ContextVariableMap {
    foreignSignIn: ForeignSignIn;
  }
}

const mfaPath = '/api/auth/mfa';
/** The apps of SimpleLogin send what our own page sends, and get the same account; why not, they read in "error". */
const registerPath = '/api/auth/register';
const forms = { addy: addyForm, simplelogin: simpleLoginForm } as const;

function isJson(c: Context): boolean {
  return /^application\/json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '');
}

/** Our own sign-in has an `email` and a password alone, that of addy.io a `username` and the name of a device. */
function serviceOf(path: string, body: unknown): ForeignSignIn['service'] | null {
  if (typeof body !== 'object' || body === null) return null;
  if (path !== registerPath && isSimpleLoginSignIn(path, body)) return 'simplelogin';
  return path === mfaPath || ('username' in body && 'device_name' in body) ? 'addy' : null;
}

async function readBody(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch {
    return null;
  }
}

/**
 * Whether a page asks, of whatever site: it could try passwords from the networks of its visitors. Apps name no origin,
 * and browser extensions one of their own, such as `chrome-extension://...`.
 */
function isFromPage(c: Context): boolean {
  const origin = c.req.header('Origin');
  if (origin === undefined) return /^(?:cross-site|same-site|same-origin)$/.test(c.req.header('Sec-Fetch-Site') ?? '');
  return origin === 'null' || /^https?:/i.test(origin);
}

/**
 * Knows a sign-in of a client of another service by its body, before anybody asks where it comes from: it ends in an API key
 * and never touches a cookie. @throws AppError cross_site for one from a page.
 */
export function recogniseForeignSignIn(): MiddlewareHandler {
  return async function recogniseForeignSignIn(c, next) {
    if (c.req.method === 'POST' && isJson(c)) {
      const body = await readBody(c);
      const service = serviceOf(c.req.path, body);
      if (service !== null) {
        if (isFromPage(c)) throw new AppError('cross_site');
        c.set('foreignSignIn', { service, body });
      }
    }
    await next();
    const asked = c.get('foreignSignIn') as ForeignSignIn | undefined;
    if (asked !== undefined) await answerForeignError(c, forms[asked.service]);
    else if (c.req.path === registerPath && isFromProgram(c)) await answerForeignError(c, registerForm);
  };
}
