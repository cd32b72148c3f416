import type { Clock } from '#platform/clock.ts';
import { findYielding, type ShareHolder } from '#platform/fair-shares.ts';
import type { Metrics } from '#platform/metrics.ts';
import { PlaceHolder } from '#platform/places/place-holder.ts';
import type { PlaceSource } from '#platform/places/places.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** Backpressure on memory: octets of messages that may be in hand. */
export interface ByteBudget {
  /** For one message of a client, counted under `keys`. Nothing is taken yet. */
  open(keys: readonly string[]): ByteReservation;
  /** Whether so many octets would be had now, as far as this process knows. */
  hasRoom(keys: readonly string[], bytes: number): boolean;
  usedBytes(): number;
  /** When somebody last found nothing left. */
  readonly lackedAtMs: number;
}

export interface ByteReservation {
  /** Makes the reservation at least `bytes` large. False, and unchanged, when they are not to be had. */
  growTo(bytes: number): boolean | Promise<boolean>;
  /** Until `keep` everything may be taken away, for somebody who has less; `tell` is called then. */
  mayYield(tell: () => void): void;
  keep(): void;
  /** Gives everything back; does nothing the second time. */
  release(): void;
}

class Held implements ShareHolder {
  readonly keys: readonly string[];
  amount = 0;
  isOver = false;
  tell: (() => void) | null = null;

  constructor(keys: readonly string[]) {
    this.keys = keys;
  }

  /** Programs on this machine are no strangers. */
  get canYield(): boolean {
    return this.tell !== null && this.amount > 0 && this.keys.length > 0;
  }

  /** The largest first: the fewest messages are lost. */
  get rank(): number {
    return this.amount;
  }
}

/**
 * A budget for all that this process holds, with a smaller one for each network, which several processes share. None is ever
 * exceeded. Where it runs out, whoever has most gives way to those who have less, as far as the message is not whole yet.
 */
export function createByteBudget(
  { maxHeldBytes }: Pick<SmtpLimits, 'maxHeldBytes'>,
  { heldBytes }: { readonly heldBytes: PlaceSource },
  clock: Clock,
  metrics: Pick<Metrics, 'shareRefused'>,
): ByteBudget {
  const byKey = new PlaceHolder(heldBytes, clock);
  const open = new Set<Held>();
  let usedBytes = 0;
  let lackedAtMs = -Infinity;

  const release = (held: Held): void => {
    if (held.isOver) return;
    held.isOver = true;
    open.delete(held);
    usedBytes -= held.amount;
    if (held.amount > 0) byKey.giveEach(held.keys, held.amount);
  };

  const makeRoom = ({ keys }: Held, bytes: number): boolean => {
    while (usedBytes + bytes > maxHeldBytes) {
      lackedAtMs = clock.now();
      const yielding = findYielding(open, { keys, wanted: bytes });
      if (yielding === null) return false;
      release(yielding);
      yielding.tell?.();
    }
    return true;
  };

  /** At once as long as this process has blocks of the client's left. */
  const grow = (held: Held, bytes: number): boolean | Promise<boolean> => {
    const settle = (isWithinLimits: boolean): boolean => {
      const isTaken = isWithinLimits && !held.isOver && makeRoom(held, bytes);
      if (isTaken) {
        usedBytes += bytes;
        held.amount += bytes;
      } else {
        if (isWithinLimits) byKey.giveEach(held.keys, bytes);
        metrics.shareRefused('bytes');
      }
      return isTaken;
    };
    const obtained = byKey.obtainEach(held.keys, bytes);
    return typeof obtained === 'boolean' ? settle(obtained) : obtained.then(settle);
  };

  return {
    open: (keys) => {
      const held = new Held(keys);
      open.add(held);
      return {
        growTo: (bytes) => !held.isOver && (bytes <= held.amount || grow(held, bytes - held.amount)),
        mayYield: (tell) => {
          held.tell = tell;
        },
        keep: () => {
          held.tell = null;
        },
        release: () => release(held),
      };
    },
    hasRoom: (keys, bytes) => usedBytes + bytes <= maxHeldBytes || findYielding(open, { keys, wanted: bytes }) !== null,
    usedBytes: () => usedBytes,
    get lackedAtMs() {
      return lackedAtMs;
    },
  };
}
