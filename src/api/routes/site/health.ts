import type { OpenAPIHono } from '@hono/zod-openapi';

/** Whether this process can do its work now. */
export interface Readiness {
  readonly ready: boolean;
  readonly database: boolean;
  readonly listeners: boolean;
}

/** For process managers and load balancers. They say nothing about versions or causes. */
export function healthRoutes(app: OpenAPIHono, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  app.get('/readyz', async (c) => {
    const { ready, database, listeners } = await readiness();
    return c.json({ status: ready ? 'ready' : 'not ready', database, listeners }, ready ? 200 : 503);
  });
}
