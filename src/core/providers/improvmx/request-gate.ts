import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { Clock } from '#platform/clock.ts';

/** Keeps this process from asking a provider that wants silence or does not answer. */
export interface RequestGate {
  /** How long nothing may be asked, in milliseconds; 0 when something may. */
  waitMs(): number;
  /** Notes what an answer says about the next ones. `status`: of HTTP. */
  answered(status: number, headers: Headers): void;
  /** Nothing came back that makes sense: silence, longer each time in a row. */
  failed(): void;
  /** An answer that makes sense ends such a row. */
  recovered(): void;
}

/** Seconds, or a date (RFC 9110 §10.2.3); null when it is neither. */
function retryAfterMs(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/u.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at - nowMs;
}

/** The end of the provider's window as Unix time in seconds. */
function resetMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('X-RateLimit-Reset')?.trim() ?? '';
  return /^\d{1,12}$/u.test(text) ? Number(text) * 1000 - nowMs : null;
}

/** Opens at once. */
export function createRequestGate(
  { now }: Clock,
  { pauseFirstMs, pauseMaxMs, busyMs, busyMaxMs }: ProviderPace,
): RequestGate {
  let closedUntilMs = 0;
  let pauseMs = pauseFirstMs;

  const close = (forMs: number): void => {
    closedUntilMs = Math.max(closedUntilMs, now() + forMs);
  };
  /** A header that asks for the past or for days is not followed. */
  const closeAsAsked = (forMs: number): void => close(Math.min(Math.max(forMs, pauseFirstMs), busyMaxMs));

  return {
    waitMs: () => Math.max(0, closedUntilMs - now()),
    answered: (status, headers) => {
      const nowMs = now();
      if (status === 429) {
        closeAsAsked(retryAfterMs(headers.get('Retry-After'), nowMs) ?? resetMs(headers, nowMs) ?? busyMs);
      } else if (headers.get('X-RateLimit-Remaining')?.trim() === '0') {
        closeAsAsked(resetMs(headers, nowMs) ?? busyMs);
      }
    },
    failed: () => {
      close(pauseMs);
      pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
    },
    recovered: () => {
      pauseMs = pauseFirstMs;
    },
  };
}
