import type { OpenAPIHono } from '@hono/zod-openapi';
import { accountRoutes } from '#api/foreign/account.ts';
import { aliasRoutes, aliasStateRoutes } from '#api/foreign/aliases.ts';
import { foreignErrors } from '#api/foreign/foreign-errors.ts';
import { emptyListRoutes } from '#api/foreign/lists.ts';
import { recipientRoutes } from '#api/foreign/recipients.ts';
import { addySignInRoutes, mfaRoutes, recogniseAddySignIn } from '#api/foreign/sign-in.ts';
import { simpleLoginRoutes } from '#api/foreign/simplelogin.ts';
import { mountRoutes, type RouteParts } from '#api/route.ts';

/** Errors in the form of these clients. Mounted before whatever may refuse a request of theirs. */
export function addForeignErrors(app: OpenAPIHono): void {
  for (const path of ['/api/v1/*', '/api/alias/random/new']) app.use(path, foreignErrors());
}

/** Sign-ins of these clients. Mounted behind the limit on bodies and before the guard against other sites. */
export function addForeignSignIn(app: OpenAPIHono): void {
  for (const path of ['/api/auth/login', '/api/auth/mfa']) app.use(path, recogniseAddySignIn());
}

/**
 * What the clients of addy.io and password managers call, so that they work with Kauke unchanged. Mounted before our
 * own routes, as it shares the path of the sign-in with them.
 */
export function mountForeignApi(app: OpenAPIHono, parts: RouteParts): void {
  addySignInRoutes(app, parts.core);
  mountRoutes(app, parts, [
    ...mfaRoutes,
    ...accountRoutes,
    ...aliasRoutes,
    ...aliasStateRoutes,
    ...recipientRoutes,
    ...emptyListRoutes,
    ...simpleLoginRoutes,
  ]);
}
