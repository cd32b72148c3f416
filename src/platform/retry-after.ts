/**
 * How long a server asks us to wait by Retry-After, seconds or a date, in milliseconds; 0 where that is past, null where it does
 * not ask, or nobody knows what.
 */
export function readRetryAfter(text: string | null, nowMs: number): number | null {
  const asked = text?.trim() ?? '';
  const waitMs = /^\d{1,9}$/u.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
