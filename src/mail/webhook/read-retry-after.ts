/** A host cannot make us wait longer: the spool gives up after days. */
const maxWaitMs = 60 * 60 * 1000;

/** How long Retry-After asks us to wait, in milliseconds, an hour at most (RFC 9110 §10.2.3); 0 for none or nonsense. */
export function readRetryAfter(value: string | null, nowMs: number): number {
  if (value === null) return 0;
  const waitMs = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, maxWaitMs) : 0;
}
