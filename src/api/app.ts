import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { compression } from '#api/middleware/compression.ts';
import { crossSiteGuard } from '#api/middleware/cross-site-guard.ts';
import { jsonBody } from '#api/middleware/json-body.ts';
import { requestLog } from '#api/middleware/request-log.ts';
import { securityHeaders } from '#api/middleware/security-headers.ts';
import { createSessions } from '#api/middleware/session.ts';
import { createErrorRenderer, inputError, type ErrorRenderer } from '#api/render-error.ts';
import { accountRoutes } from '#api/routes/accounts.ts';
import { aliasRoutes } from '#api/routes/aliases.ts';
import { configRoutes } from '#api/routes/config.ts';
import { healthRoutes, type Readiness } from '#api/routes/health.ts';
import { targetRoutes } from '#api/routes/targets.ts';
import { createWebServer } from '#api/serve-web.ts';
import { loadWebFiles } from '#api/web-files.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';

export interface AppParts {
  readonly core: AccountContext;
  readonly version: string;
  /** The built web app; null when something else serves it. */
  readonly webFolder: string | null;
  readonly readiness: () => Promise<Readiness>;
  /** Mount further routes, which this folder does not know. */
  readonly extensions: readonly ((app: OpenAPIHono) => void)[];
}

const addMiddleware = (app: OpenAPIHono, core: AccountContext, renderError: ErrorRenderer): void => {
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
export const createApp = ({ core, version, webFolder, readiness, extensions }: AppParts): OpenAPIHono => {
  const app = new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success) throw inputError(result.target, result.error);
    },
  });
  const renderError = createErrorRenderer(core);
  const sessions = createSessions(core);
  const preview = core.settings.delivery === 'preview';
  const serveWeb =
    webFolder === null ? null : createWebServer(loadWebFiles(webFolder), { random: core.random, preview });

  addMiddleware(app, core, renderError);
  accountRoutes(app, core, sessions);
  aliasRoutes(app, core, sessions);
  targetRoutes(app, core, sessions);
  configRoutes(app, core, version);
  healthRoutes(app, readiness);
  for (const extend of extensions) extend(app);

  app.notFound((c) => {
    const readsPage = (c.req.method === 'GET' || c.req.method === 'HEAD') && !/^\/api(?:\/|$)/.test(c.req.path);
    return readsPage && serveWeb !== null ? serveWeb(c) : renderError(new AppError('not_found'), c);
  });
  app.onError((error, c) => renderError(error, c));
  return app;
};
