import type { Clock } from '#platform/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Days since 1970-01-01 (UTC): the version of the spool key that seals today's messages. */
export function spoolDay(clock: Clock): number {
  return Math.floor(clock.now() / dayMs);
}
