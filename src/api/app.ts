import { setTimeout as pause } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { getPath } from 'hono/utils/url';
import type { Site } from '#api/describe-site.ts';
import { simpleLoginPath, simpleLoginPaths } from '#api/foreign/simplelogin/paths.ts';
import { addForeignErrors, addForeignSignIn, mountForeignApi } from '#api/foreign/foreign-routes.ts';
import { rateLimitHeaders, cacheControl, securityHeaders } from '#api/middleware/answer-headers.ts';
import { findClientAddress } from '#api/middleware/client-address.ts';
import { compression } from '#api/middleware/compression.ts';
import { anyOrigin, crossSiteGuard } from '#api/middleware/cross-site.ts';
import { jsonBody } from '#api/middleware/json-body.ts';
import { createRequestLimiter, type RequestLimiter } from '#api/middleware/request-limiter.ts';
import { requestLog } from '#api/middleware/request-log.ts';
import { createSessions } from '#api/middleware/session.ts';
import { ownRoutes } from '#api/own-routes.ts';
import { createErrorRenderer, inputError, type ErrorRenderer } from '#api/render-error.ts';
import { mountRoutes, type RouteParts } from '#api/route.ts';
import { docsRoutes } from '#api/routes/site/docs.ts';
import { healthRoutes, type Readiness } from '#api/routes/site/health.ts';
import { autoconfigRoutes } from '#api/routes/site/autoconfig.ts';
import { mtaStsRoutes, siteFileRoutes } from '#api/routes/site/site-files.ts';
import { unsubscribeRoutes } from '#api/routes/site/unsubscribe.ts';
import { createWebServer, loadWebFiles, lookOf } from '#api/serve-web.ts';
import { AppError, errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { RequestRates } from '#core/limits/rate-limit-rules.ts';
import type { OperatorTools } from '#core/operator/operator-context.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Random } from '#platform/random.ts';

export interface AppParts {
  readonly core: AccountContext;
  readonly metrics: Metrics;
  readonly site: Site;
  /** Who gets the feedback; null: postmaster at the first domain. */
  readonly operatorEmail: string | null;
  readonly operatorTools: OperatorTools;
  /** HSTS counts for all names below ours, too. */
  readonly hstsSubdomains: boolean;
  /** Addresses and networks whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly rates: RequestRates;
  /** The built web app; null when something else serves it. */
  readonly webFolder: string | null;
  readonly readiness: () => Promise<Readiness>;
  /** Mount further routes, which this folder does not know. */
  readonly extensions: readonly ((app: OpenAPIHono, parts: RouteParts) => void)[];
}

/** What API keys open, and how one gets a key: called from browsers at any place, without cookies. */
const anyOriginPaths = [
  '/api/account',
  '/api/aliases/*',
  '/api/sites/*',
  '/api/labels/*',
  '/api/undo',
  '/api/targets/*',
  '/api/smtp-credentials/*',
  '/api/domains',
  '/api/moves/*',
  '/api/checklist/*',
  '/api/held',
  '/api/mcp',
  '/api/v1/*',
  ...simpleLoginPaths,
  '/api/auth/login',
  '/api/auth/mfa',
  '/api/auth/logout',
  '/api/auth/delete-account',
];

/** Clients that were given an address with a slash at its end ask for `//api/…`. */
function collapseSlashes(path: string): string {
  return path.replace(/^\/{2,}(?=api\/)/, '/');
}

/** Of what floods are made of: too much of anything, and API keys that nobody gave out. */
function isRefusal({ res, error }: Context): boolean {
  const isWrongKey = error instanceof AppError && error.code === 'api_key_invalid';
  return res.status === errorTable.rate_limited.status || isWrongKey;
}

function refuseLate(refusalMs: number, random: Random): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!isRefusal(c)) return;
    // Not all the same, so that those who came together do not come together again.
    const lateMs = refusalMs * (1 + random.fraction() / 2);
    await pause(lateMs, undefined, { signal: c.req.raw.signal }).catch(() => {});
  };
}

function addMiddleware(
  app: OpenAPIHono,
  parts: AppParts & { shares: RequestLimiter },
  renderError: ErrorRenderer,
): void {
  const { core, metrics, trustedProxies, hstsSubdomains: subdomains, rates, shares } = parts;
  const { publicUrl } = core.settings;
  app.use(refuseLate(rates.refusalMs, core.random));
  app.use(findClientAddress(trustedProxies));
  app.use(securityHeaders({ https: publicUrl.startsWith('https:'), subdomains }));
  // Before a line in the log: a flood is to cost nothing.
  app.use(shares.perNetwork);
  app.use(requestLog({ ...core, metrics }));
  app.use(compression());
  app.use('/api/*', cacheControl('private, no-store'));
  addForeignErrors(app);
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header('Allow', methods.join(', '));
        return renderError(new AppError('method_not_allowed'), c);
      },
    }),
  );
  app.use('/api/*', rateLimitHeaders(core));
  for (const path of anyOriginPaths) app.use(path, anyOrigin());
  app.use(
    bodyLimit({
      maxSize: limits.requestBodyMaxBytes,
      onError: () => {
        throw new AppError('body_too_large');
      },
    }),
  );
  addForeignSignIn(app);
  unsubscribeRoutes(app, core);
  app.use(crossSiteGuard(publicUrl));
  app.use(jsonBody());
}

/** The HTTP side of the program: API, health and the web app. */
export function createApp(parts: AppParts): OpenAPIHono {
  const { core, site, operatorEmail, operatorTools, webFolder, readiness, extensions } = parts;
  const app = new OpenAPIHono({
    getPath: (request) => simpleLoginPath(collapseSlashes(getPath(request)), request),
    defaultHook: (result) => {
      if (!result.success) throw inputError(result.target, result.error);
    },
  });
  const renderError = createErrorRenderer(core);
  const sessions = createSessions(core);
  const shares = createRequestLimiter({ ...core, ...parts });
  const routeParts = { core, sessions, site, operatorEmail, operatorTools, shares };
  const web = webFolder === null ? null : loadWebFiles(webFolder);
  const serveWeb = web === null ? null : createWebServer(web, core, site, sessions);

  addMiddleware(app, { ...parts, shares }, renderError);
  mountForeignApi(app, routeParts);
  mountRoutes(app, routeParts, ownRoutes(core));
  docsRoutes(app, core, site, lookOf(web));
  healthRoutes(app, readiness);
  siteFileRoutes(app, core, parts);
  mtaStsRoutes(app, core, parts);
  autoconfigRoutes(app, core, parts);
  for (const extend of extensions) extend(app, routeParts);

  app.notFound((c) => {
    const readsPage = (c.req.method === 'GET' || c.req.method === 'HEAD') && !/^\/api(?:\/|$)/.test(c.req.path);
    return readsPage && serveWeb !== null ? serveWeb(c) : renderError(new AppError('not_found'), c);
  });
  app.onError((error, c) => renderError(error, c));
  return app;
}
