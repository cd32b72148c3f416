import type { OpenAPIHono } from '@hono/zod-openapi';
import { accountRoutes } from '#api/foreign/addy/account.ts';
import { aliasStateRoutes } from '#api/foreign/addy/alias-states.ts';
import { aliasRoutes } from '#api/foreign/addy/aliases.ts';
import { blocklistRoutes } from '#api/foreign/addy/blocklist.ts';
import { bulkRoutes } from '#api/foreign/addy/bulk.ts';
import { domainRoutes } from '#api/foreign/addy/domains.ts';
import { labelRoutes } from '#api/foreign/addy/labels.ts';
import { addyForm, foreignErrors, simpleLoginForm } from '#api/foreign/foreign-errors.ts';
import { emptyListRoutes } from '#api/foreign/addy/lists.ts';
import { recipientStateRoutes } from '#api/foreign/addy/recipient-states.ts';
import { recipientRoutes } from '#api/foreign/addy/recipients.ts';
import { ruleRoutes } from '#api/foreign/addy/rules.ts';
import { addySignInRoutes, mfaRoutes } from '#api/foreign/addy/sign-in.ts';
import { recogniseForeignSignIn } from '#api/foreign/recognise-sign-in.ts';
import { phpNames } from '#api/foreign/php-names.ts';
import { accountRoutes as simpleLoginAccountRoutes } from '#api/foreign/simplelogin/account.ts';
import { aliasRoutes as simpleLoginAliasRoutes } from '#api/foreign/simplelogin/aliases.ts';
import { contactRoutes } from '#api/foreign/simplelogin/contacts.ts';
import { customDomainRoutes } from '#api/foreign/simplelogin/custom-domains.ts';
import { mailboxRoutes } from '#api/foreign/simplelogin/mailboxes.ts';
import { newAliasRoutes } from '#api/foreign/simplelogin/new-alias.ts';
import { keylessPaths, simpleLoginPaths } from '#api/foreign/simplelogin/paths.ts';
import { simpleLoginPages } from '#api/foreign/simplelogin/pages.ts';
import { simpleLoginSignUpRoutes } from '#api/foreign/simplelogin/sign-up.ts';
import { simpleLoginSignInRoutes } from '#api/foreign/simplelogin/sign-in.ts';
import { mountRoutes, type RouteParts } from '#api/route.ts';

/** Errors in the form of these clients. Mounted before whatever may refuse a request of theirs. */
export function addForeignErrors(app: OpenAPIHono): void {
  for (const path of ['/api/v1/*', '/api/auth/delete-account']) app.use(path, foreignErrors(addyForm));
  app.use('/api/v1/*', phpNames());
  for (const path of [...simpleLoginPaths, ...keylessPaths]) app.use(path, foreignErrors(simpleLoginForm));
}

/** Sign-ins of these clients. Mounted behind the limit on bodies and before the guard against other sites. */
export function addForeignSignIn(app: OpenAPIHono): void {
  for (const path of ['/api/auth/login', '/api/auth/mfa', '/api/auth/register'])
    app.use(path, recogniseForeignSignIn());
}

/**
 * What the clients of addy.io and password managers call, so that they work with Kauke unchanged. Mounted before our
 * own routes, as it shares the path of the sign-in with them.
 */
export function mountForeignApi(app: OpenAPIHono, parts: RouteParts): void {
  addySignInRoutes(app, parts.core);
  simpleLoginSignInRoutes(app, parts.core);
  simpleLoginPages(app);
  mountRoutes(app, parts, [
    ...mfaRoutes,
    ...accountRoutes,
    ...bulkRoutes,
    ...aliasRoutes,
    ...aliasStateRoutes,
    ...recipientRoutes,
    ...recipientStateRoutes,
    ...domainRoutes,
    ...ruleRoutes,
    ...blocklistRoutes,
    ...labelRoutes,
    ...emptyListRoutes,
    ...simpleLoginAccountRoutes,
    ...newAliasRoutes,
    ...simpleLoginAliasRoutes,
    ...contactRoutes,
    ...mailboxRoutes,
    ...customDomainRoutes,
    ...simpleLoginSignUpRoutes,
  ]);
}
