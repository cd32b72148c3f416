import type { MiddlewareHandler } from 'hono';
import type { RateLimiter, RateLimitState } from '#core/limits/rate-limiter.ts';
import type { Clock } from '#platform/clock.ts';

function name({ rule }: RateLimitState): string {
  return `"${rule.action}"`;
}

function policy(state: RateLimitState): string {
  const { max, windowMs } = state.rule;
  return `${name(state)};q=${max}${windowMs === null ? '' : `;w=${windowMs / 1000}`}`;
}

/**
 * Tells how often more the same may be done, as draft-ietf-httpapi-ratelimit-headers says: `q` uses in `w` seconds,
 * `r` left, anew in `t` seconds.
 */
export function rateLimitHeaders({ limiter, clock }: { limiter: RateLimiter; clock: Clock }): MiddlewareHandler {
  return async function rateLimitHeaders(c, next) {
    const states = await limiter.observe(next);
    if (states.length === 0) return;
    const secondsTo = (end: Date): number => Math.max(0, Math.ceil((end.getTime() - clock.now()) / 1000));
    c.res.headers.set('RateLimit-Policy', states.map(policy).join(', '));
    c.res.headers.set(
      'RateLimit',
      states.map((state) => `${name(state)};r=${state.remaining};t=${secondsTo(state.endsAt)}`).join(', '),
    );
  };
}
