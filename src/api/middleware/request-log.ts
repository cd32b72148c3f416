import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Names this request in the log and to the person who asks for help. */
    requestId: string;
  }
}

/** One line a request: method, route pattern, status, duration, request id. Never the real path, which holds ids. */
export const requestLog = ({ log, clock, random }: { log: Log; clock: Clock; random: Random }): MiddlewareHandler =>
  async function requestLog(c, next) {
    const startedAt = clock.now();
    const requestId = random.uuid();
    c.set('requestId', requestId);
    await next();
    c.header('X-Request-Id', requestId);
    const { method } = c.req;
    log.info('request', {
      method,
      route: routePath(c, -1),
      status: c.res.status,
      durationMs: clock.now() - startedAt,
      requestId,
    });
  };
