import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Names this request in the log and to the person who asks for help. */
    requestId: string;
  }
}

interface RequestLogParts {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: Random;
}

/** One line and one measurement a request: method, route pattern, status, duration, request id. Never the real path, which holds ids. */
export function requestLog({ log, metrics, clock, random }: RequestLogParts): MiddlewareHandler {
  return async function requestLog(c, next) {
    const startedAt = clock.now();
    const requestId = random.uuid();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const { method } = c.req;
    const route = routePath(c, -1);
    const { status } = c.res;
    const durationMs = clock.now() - startedAt;
    metrics.request({ method, route, status }, durationMs / 1000);
    log.info('request', { method, route, status, durationMs, requestId });
  };
}
