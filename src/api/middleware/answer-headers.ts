import type { MiddlewareHandler } from 'hono';
import type { RateLimiter, RateLimitState } from '#core/limits/rate-limiter.ts';
import type { Clock } from '#platform/clock.ts';

const always: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
];

/** Answers that are not pages may load nothing and be framed by nobody. */
const closedPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of a page whose styles carry this nonce. Only a preview shows anything in a frame. */
export function pagePolicy(nonce: string, frames: 'none' | 'own' = 'none'): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ...(frames === 'own' ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

/** Headers of every answer. HSTS only when people reach us by https; `subdomains`: for all names below ours, too. */
export function securityHeaders({ https, subdomains }: { https: boolean; subdomains: boolean }): MiddlewareHandler {
  const transport = `max-age=31536000${subdomains ? '; includeSubDomains' : ''}`;
  return async function securityHeaders(c, next) {
    await next();
    // Not by `c.header`, which makes a new answer each time, and one whose body must be read as a stream.
    const { headers } = c.res;
    for (const [name, value] of always) headers.set(name, value);
    if (https) headers.set('Strict-Transport-Security', transport);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', closedPolicy);
  };
}

/** Sets how an answer may be kept, unless something closer to the route has said so. */
export function cacheControl(value: string): MiddlewareHandler {
  return async function cacheControl(c, next) {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', value);
  };
}

function name({ rule }: RateLimitState): string {
  return `"${rule.action}"`;
}

function policy(state: RateLimitState): string {
  const { max, windowMs } = state.rule;
  return `${name(state)};q=${max};w=${windowMs / 1000}`;
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
