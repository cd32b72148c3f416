import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { findClientAddress } from '#api/middleware/client-address.ts';
import { compression } from '#api/middleware/compression.ts';
import { crossSiteGuard } from '#api/middleware/cross-site-guard.ts';
import { jsonBody } from '#api/middleware/json-body.ts';
import { rateLimitHeaders } from '#api/middleware/rate-limit-headers.ts';
import { requestLog } from '#api/middleware/request-log.ts';
import { securityHeaders } from '#api/middleware/security-headers.ts';
import { createSessions } from '#api/middleware/session.ts';
import { createErrorRenderer, inputError, type ErrorRenderer } from '#api/render-error.ts';
import { ownAccountRoutes } from '#api/routes/account.ts';
import { accountRoutes } from '#api/routes/accounts.ts';
import { aliasRoutes } from '#api/routes/aliases.ts';
import { configRoutes, type Site } from '#api/routes/config.ts';
import { deliveryRoutes } from '#api/routes/deliveries.ts';
import { docsRoutes } from '#api/routes/docs.ts';
import { eventRoutes } from '#api/routes/events.ts';
import { exportRoutes } from '#api/routes/export.ts';
import { feedbackRoutes } from '#api/routes/feedback.ts';
import { googleRoutes } from '#api/routes/google.ts';
import { healthRoutes, type Readiness } from '#api/routes/health.ts';
import { passwordRoutes } from '#api/routes/password.ts';
import { secondFactorRoutes } from '#api/routes/second-factor.ts';
import { sessionRoutes } from '#api/routes/sessions.ts';
import { smtpCredentialRoutes } from '#api/routes/smtp-credentials.ts';
import { siteFileRoutes } from '#api/routes/site-files.ts';
import { methodRoutes } from '#api/routes/methods.ts';
import { statsRoutes } from '#api/routes/stats.ts';
import { targetRoutes } from '#api/routes/targets.ts';
import { createWalletBrowser, walletRoutes } from '#api/routes/wallet.ts';
import { createWebServer } from '#api/serve-web.ts';
import { loadWebFiles } from '#api/web-files.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';

export interface AppParts {
  readonly core: AccountContext;
  readonly site: Site;
  /** Who gets the feedback; null: postmaster at the first domain. */
  readonly operatorEmail: string | null;
  /** Addresses and networks whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** The built web app; null when something else serves it. */
  readonly webFolder: string | null;
  readonly readiness: () => Promise<Readiness>;
  /** Mount further routes, which this folder does not know. */
  readonly extensions: readonly ((app: OpenAPIHono) => void)[];
}

const addMiddleware = (app: OpenAPIHono, parts: AppParts, renderError: ErrorRenderer): void => {
  const { core, trustedProxies } = parts;
  const { publicUrl } = core.settings;
  app.use(requestLog(core));
  app.use(securityHeaders({ https: publicUrl.startsWith('https:') }));
  app.use(compression());
  app.use('/api/*', cacheControl('private, no-store'));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header('Allow', methods.join(', '));
        return renderError(new AppError('method_not_allowed'), c);
      },
    }),
  );
  app.use(findClientAddress(trustedProxies));
  app.use('/api/*', rateLimitHeaders(core));
  app.use(crossSiteGuard(publicUrl));
  app.use(
    bodyLimit({
      maxSize: limits.requestBodyMaxBytes,
      onError: () => {
        throw new AppError('body_too_large');
      },
    }),
  );
  app.use(jsonBody());
};

/** The HTTP side of the program: API, health and the web app. */
export const createApp = (parts: AppParts): OpenAPIHono => {
  const { core, site, webFolder, readiness, extensions } = parts;
  const app = new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success) throw inputError(result.target, result.error);
    },
  });
  const renderError = createErrorRenderer(core);
  const sessions = createSessions(core);
  const walletBrowser = createWalletBrowser(core);
  const serveWeb = webFolder === null ? null : createWebServer(loadWebFiles(webFolder), core);

  addMiddleware(app, parts, renderError);
  accountRoutes(app, core, sessions);
  passwordRoutes(app, core, sessions);
  secondFactorRoutes(app, core, sessions);
  sessionRoutes(app, core, sessions);
  ownAccountRoutes(app, core, sessions);
  exportRoutes(app, core, sessions);
  walletRoutes(app, core, sessions, walletBrowser);
  googleRoutes(app, core, sessions);
  methodRoutes(app, core, sessions, walletBrowser);
  aliasRoutes(app, core, sessions);
  targetRoutes(app, core, sessions);
  deliveryRoutes(app, core, sessions);
  smtpCredentialRoutes(app, core, sessions);
  statsRoutes(app, core, sessions);
  eventRoutes(app, core);
  feedbackRoutes(app, core, parts);
  configRoutes(app, core, site);
  docsRoutes(app, core, site);
  healthRoutes(app, readiness);
  siteFileRoutes(app, core, parts);
  for (const extend of extensions) extend(app);

  app.notFound((c) => {
    const readsPage = (c.req.method === 'GET' || c.req.method === 'HEAD') && !/^\/api(?:\/|$)/.test(c.req.path);
    return readsPage && serveWeb !== null ? serveWeb(c) : renderError(new AppError('not_found'), c);
  });
  app.onError((error, c) => renderError(error, c));
  return app;
};
