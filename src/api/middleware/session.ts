import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createBrowserCookie } from '#api/middleware/browser-cookie.ts';
import { describeDevice } from '#api/middleware/describe-device.ts';
import { scopeOpens, type ApiKeyScope } from '#contract/api-keys.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { defaultLanguage, findBrowserLanguage, languageCookie, type Language } from '#contract/account/languages.ts';
import type { User } from '#contract/sign-in.ts';
import { authenticateApiKey, type ApiKeyHolder } from '#core/api-keys/api-keys.ts';
import { mayOperate } from '#core/operator/operators.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import type { AccountContext, RequestOrigin } from '#core/sign-in/account-context.ts';
import { findSession, isConfirmed, sessionLifeMs, type Session } from '#core/sign-in/sessions.ts';
import { exactErrors } from '#messages/server/errors.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Who is signed in, or whose key it is; only behind one of `Sessions.require`. */
    user: User;
    /** The session it came with. */
    session: Session;
    /** Its cookie. */
    sessionToken: string;
    /** Of the browser that it is held in; null: it keeps none. */
    deviceToken: string | null;
    /** Who holds the key of this request, and which. */
    apiKey: ApiKeyHolder;
  }
}

const bearer = /^Bearer +(\S.*)$/i;

/**
 * The API key as a client sends it: `Authorization: Bearer …`, or `Authentication: …` as clients of SimpleLogin do.
 * Empty when the header holds none; null without such a header.
 */
export function presentedKey(c: Context): string | null {
  const authorization = c.req.header('Authorization');
  if (authorization !== undefined) return bearer.exec(authorization)?.[1] ?? '';
  return c.req.header('Authentication') ?? null;
}

/**
 * Puts the holder of a key into the context, and counts the request.
 * @throws AppError api_key_invalid, rate_limited.
 */
export async function admitApiKey(c: Context, core: AccountContext, key: string): Promise<ApiKeyHolder> {
  const holder = await c.get('shares').tryKey(c, key, () => authenticateApiKey(core, key));
  await core.limiter.take('requestsPerApiKey', { text: holder.keyId, userId: holder.user.id });
  c.set('user', holder.user);
  c.set('apiKey', holder);
  return holder;
}

export interface Sessions {
  /** Who is signed in; null for nobody. Extends the cookie along with the session. */
  currentUser(c: Context): Promise<User | null>;
  /** The same with all of the session; null also while its account is leaving, as it opens nothing then. */
  currentSession(c: Context): Promise<Session | null>;
  /** Whether somebody is signed in who may open the operator's page. */
  operates(c: Context): Promise<boolean>;
  /** Who may pass, by what a route asks for. Each puts the user into the context, and counts the requests of a key. */
  readonly require: Readonly<{
    /** @throws AppError not_signed_in, account_leaving, session_required when a key comes. */
    session: MiddlewareHandler;
    /** Also of an account that is leaving. @throws AppError not_signed_in, session_required when a key comes. */
    'session-leaving': MiddlewareHandler;
    /** For what changes how one gets in. @throws AppError not_signed_in, account_leaving, session_required, confirm_identity. */
    confirmed: MiddlewareHandler;
    /** For operators' page. @throws AppError not_found for all but operators with a second proof, confirm_identity. */
    operator: MiddlewareHandler;
    /** A session, or a key of that scope. @throws AppError not_signed_in, account_leaving, account_suspended, api_key_invalid, scope_required, rate_limited. */
    key(scope: ApiKeyScope): MiddlewareHandler;
    /** No session. @throws AppError not_signed_in, account_suspended, api_key_invalid, scope_required, rate_limited. */
    'key-only'(scope: ApiKeyScope): MiddlewareHandler;
  }>;
  /** Looks once more, at the end of a request. @throws AppError not_signed_in, api_key_invalid where the session or the key has ended meanwhile. */
  requireStill(c: Context): Promise<void>;
  /** What whoever asks reads: as their account says, else a cookie of their browser, else what it is set to. */
  language(c: Context): Promise<Language>;
  /** Where a request comes from, for those who sign in by it. */
  originOf(c: Context): RequestOrigin;
  /** The session cookie as sent, valid or not; null beside a key, which outweighs it. */
  token(c: Context): string | null;
  begin(c: Context, token: string): void;
  end(c: Context): void;
}

/** IP address of the client. Empty when it has gone. */
export function clientAddress(c: Context): string {
  return c.get('clientAddress');
}

/**
 * What keys open is the product itself. Of an account whose mail is all suspended it can be read and not changed; how one
 * gets in, the export and the end of the account stay its owner's. @throws AppError account_suspended.
 */
function refuseSuspended(c: Context): void {
  const { suspension } = c.get('user');
  if (suspension?.scope === 'all' && c.req.method !== 'GET') throw new AppError('account_suspended');
}

/** The same, for routes that keys do not open. */
export const unlessSuspended: MiddlewareHandler = async (c, next) => {
  refuseSuspended(c);
  await next();
};

function createOperatorGuard(core: AccountContext, operates: Sessions['operates']): MiddlewareHandler {
  return async (c, next) => {
    if (!(await operates(c))) throw new AppError('not_found');
    if (!isConfirmed(core, c.get('session'))) throw new AppError('confirm_identity');
    await next();
  };
}

function createGuards(
  core: AccountContext,
  heldSession: Sessions['currentSession'],
): Omit<Sessions['require'], 'operator'> {
  const requireAnySession = async (c: Context): Promise<Session> => {
    const key = presentedKey(c);
    if (key !== null) {
      await admitApiKey(c, core, key);
      throw new AppError('session_required');
    }
    const session = await heldSession(c);
    if (session === null) throw new AppError('not_signed_in');
    return session;
  };

  const requireSession = async (c: Context): Promise<Session> => {
    const session = await requireAnySession(c);
    if (session.user.leavingUntil !== undefined) throw new AppError('account_leaving');
    return session;
  };

  const requireKey = async (c: Context, key: string, needed: ApiKeyScope): Promise<void> => {
    const { scope } = await admitApiKey(c, core, key);
    if (!scopeOpens(scope, needed)) {
      throw new AppError('scope_required', { message: exactErrors.scopeRequired(needed) });
    }
    refuseSuspended(c);
  };

  return {
    async session(c, next) {
      await requireSession(c);
      await next();
    },
    async 'session-leaving'(c, next) {
      await requireAnySession(c);
      await next();
    },
    async confirmed(c, next) {
      const session = await requireSession(c);
      if (!isConfirmed(core, session)) throw new AppError('confirm_identity');
      await next();
    },
    key: (scope) => async (c, next) => {
      const key = presentedKey(c);
      if (key !== null) await requireKey(c, key, scope);
      else {
        await requireSession(c);
        refuseSuspended(c);
      }
      await next();
    },
    'key-only': (scope) => async (c, next) => {
      const key = presentedKey(c);
      if (key === null) throw new AppError('not_signed_in', { message: exactErrors.keyMissing });
      await requireKey(c, key, scope);
      await next();
    },
  };
}

async function requireStill(c: Context, core: AccountContext, heldSession: Sessions['currentSession']): Promise<void> {
  const key = presentedKey(c);
  if (key !== null) await authenticateApiKey(core, key);
  else if ((await heldSession(c)) === null) throw new AppError('not_signed_in');
}

/** As long as a browser is known after its last sign-in. */
const deviceLifeMs = limits.securityEventDays * 24 * 60 * 60 * 1000;

export function browserLanguage(c: Context): Language | null {
  return findBrowserLanguage(getCookie(c, languageCookie), c.req.header('Accept-Language'));
}

/** Sessions by cookie. The `__Host-` prefix binds it to this host and to https (RFC 6265bis §4.1.3.2). */
export function createSessions(core: AccountContext): Sessions {
  const secure = core.settings.publicUrl.startsWith('https:');
  const name = secure ? '__Host-kauke_session' : 'kauke_session';
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;

  const token = (c: Context): string | null => (presentedKey(c) === null ? (getCookie(c, name) ?? null) : null);
  const begin = (c: Context, value: string): void =>
    setCookie(c, name, value, { ...attributes, maxAge: sessionLifeMs / 1000 });

  const devices = createBrowserCookie(core.settings.publicUrl, { name: 'kauke_device', lifeMs: deviceLifeMs });
  /** Of this browser, whoever signs in by it; written again with each sign-in, so that it lasts. */
  const deviceToken = (c: Context): string => {
    const sent = devices.read(c);
    const value = sent !== null && hashSecretToken(sent) !== null ? sent : makeSecretToken(core.random).token;
    devices.write(c, value);
    return value;
  };

  const heldSession = async (c: Context): Promise<Session | null> => {
    const value = token(c);
    const session = value === null ? null : await findSession(core, value);
    if (value === null || session === null) return null;
    if (session.renewed) begin(c, value);
    c.set('user', session.user);
    c.set('session', session);
    c.set('sessionToken', value);
    c.set('deviceToken', devices.read(c));
    return session;
  };

  const operates = async (c: Context): Promise<boolean> => {
    const session = await heldSession(c);
    return session !== null && mayOperate(core.database.db, session.user);
  };

  return {
    currentUser: async (c) => (await heldSession(c))?.user ?? null,
    currentSession: async (c) => {
      const session = await heldSession(c);
      return session?.user.leavingUntil === undefined ? session : null;
    },
    operates,
    requireStill: (c) => requireStill(c, core, heldSession),
    language: async (c) => {
      // A page opens also while the database is away, and says so itself.
      const session = token(c) === null ? null : await heldSession(c).catch(() => null);
      return session?.user.language ?? browserLanguage(c) ?? defaultLanguage;
    },
    require: { ...createGuards(core, heldSession), operator: createOperatorGuard(core, operates) },
    originOf: (c) => ({
      ip: clientAddress(c),
      sessionToken: token(c),
      device: describeDevice(c.req.header('User-Agent')),
      deviceToken: deviceToken(c),
      language: browserLanguage(c),
    }),
    token,
    begin,
    end: (c) => void deleteCookie(c, name, attributes),
  };
}
