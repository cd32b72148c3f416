import type { MiddlewareHandler } from 'hono';

const always: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
];

/** Answers that are not pages may load nothing and be framed by nobody. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The policy of a page whose styles carry this nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

/** Headers of every answer. HSTS only when people reach us by https. */
export function securityHeaders({ https }: { https: boolean }): MiddlewareHandler {
  return async function securityHeaders(c, next) {
    await next();
    // Not by `c.header`, which makes a new answer each time, and one whose body must be read as a stream.
    const { headers } = c.res;
    for (const [name, value] of always) headers.set(name, value);
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000');
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', closedPolicy);
  };
}
