import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/**
 * How long senders recently waited for the reply to a message that was really forwarded. A dropped message is
 * answered after a delay drawn from them, so that its sender cannot tell a paused alias from a live one.
 */
export interface LiveDelays {
  add(durationMs: number): void;
  /** Milliseconds. */
  draw(): number;
}

const kept = 256;
/** Used until something was forwarded: what a near inbox takes. */
const assumedMs = { least: 20, spread: 80 };

/** A ring of the newest durations of this process. */
export function createLiveDelays(random: Random): LiveDelays {
  const durationsMs: number[] = [];
  let next = 0;
  return {
    add: (durationMs) => {
      durationsMs[next] = durationMs;
      next = (next + 1) % kept;
    },
    draw: () =>
      durationsMs[Math.floor(random.fraction() * durationsMs.length)] ??
      assumedMs.least + random.fraction() * assumedMs.spread,
  };
}

/** What was not delivered is answered as late as what was. */
export async function answerAsLate(
  { liveDelays, clock }: { readonly liveDelays: LiveDelays; readonly clock: Clock },
  isDelivered: boolean,
  startedAtMs: number,
): Promise<void> {
  const spentMs = clock.now() - startedAtMs;
  if (isDelivered) liveDelays.add(spentMs);
  else await pause(Math.max(0, liveDelays.draw() - spentMs));
}
