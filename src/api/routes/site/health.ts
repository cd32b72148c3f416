import { OpenAPIHono } from '@hono/zod-openapi';
import { errors } from '#messages/server/errors.ts';

/** Whether this process can do its work now. */
export interface Readiness {
  readonly ready: boolean;
  readonly database: boolean;
  readonly listeners: boolean;
  /** Mail that must wait is taken. */
  readonly storing: boolean;
}

export const livenessPath = '/healthz';
export const alive = { status: 'ok' };

/** For process managers and load balancers. They say nothing about versions or causes. */
export function healthRoutes(app: OpenAPIHono, readiness: () => Promise<Readiness>): void {
  app.get(livenessPath, (c) => c.json(alive));

  app.get('/readyz', async (c) => {
    const { ready, database, listeners, storing } = await readiness();
    return c.json({ status: ready ? 'ready' : 'not ready', database, listeners, storing }, ready ? 200 : 503);
  });
}

/** Health alone, for a process without the web role: everything else is not found. */
export function createHealthApp(readiness: () => Promise<Readiness>): OpenAPIHono {
  const app = new OpenAPIHono();
  healthRoutes(app, readiness);
  app.notFound((c) => c.json({ message: errors.not_found, code: 'not_found' }, 404));
  return app;
}
