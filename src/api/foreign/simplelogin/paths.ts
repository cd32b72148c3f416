/** Where what they call lies here, beside our own calls of the same paths. */
const aliasPath = /^\/api\/aliases\/(?=\d{1,10}(?:\/|$))/u;

/**
 * Clients of SimpleLogin name an alias by a number, where our own calls have a UUID: `/api/aliases/1234/toggle` becomes
 * `/api/simplelogin/aliases/1234/toggle`. Their statistics are those of the key that comes along.
 */
export function simpleLoginPath(path: string, { headers }: Pick<Request, 'headers'>): string {
  if (path === '/api/stats' && headers.has('authentication')) return '/api/simplelogin/stats';
  return path.replace(aliasPath, '/api/simplelogin/aliases/');
}

/** All that they call with a key. */
export const simpleLoginPaths = [
  '/api/simplelogin/*',
  '/api/user_info',
  '/api/v2/*',
  '/api/v3/*',
  '/api/v4/*',
  '/api/v5/*',
  '/api/alias/random/new',
  '/api/contacts/*',
  '/api/mailboxes/*',
  '/api/custom_domains/*',
  '/api/setting/*',
  '/api/notifications',
  '/api/logout',
] as const;

/** What they call without one, beside the sign-in, or Kauke does not have: refused in their form, and closed to pages of other sites. */
export const keylessPaths = [
  '/api/auth/forgot_password',
  '/api/auth/activate',
  '/api/auth/reactivate',
  '/api/api_key',
  '/api/user/cookie_token',
] as const;
