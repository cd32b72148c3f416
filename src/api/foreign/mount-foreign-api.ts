import type { OpenAPIHono } from '@hono/zod-openapi';
import { addyAccountRoutes } from '#api/foreign/account-routes.ts';
import { addyAliasRoutes } from '#api/foreign/alias-routes.ts';
import { addyAliasStateRoutes } from '#api/foreign/alias-state-routes.ts';
import { emptyListRoutes } from '#api/foreign/empty-list-routes.ts';
import { foreignErrors } from '#api/foreign/foreign-errors.ts';
import { addyRecipientRoutes } from '#api/foreign/recipient-routes.ts';
import { addySignInRoutes, recogniseAddySignIn } from '#api/foreign/sign-in.ts';
import { simpleLoginRoutes } from '#api/foreign/simplelogin-routes.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

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
export function mountForeignApi(app: OpenAPIHono, core: AccountContext): void {
  addySignInRoutes(app, core);
  addyAccountRoutes(app, core);
  addyAliasRoutes(app, core);
  addyAliasStateRoutes(app, core);
  addyRecipientRoutes(app, core);
  emptyListRoutes(app, core);
  simpleLoginRoutes(app, core);
}
