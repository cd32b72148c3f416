import type { Clock } from '#platform/clock.ts';
import { chooseVictim, type ShareHolder } from '#platform/fair-sharing.ts';
import type { Metrics } from '#platform/metrics.ts';
import { PermitClient } from '#platform/permits/permit-client.ts';
import type { PermitSource } from '#platform/permits/permits.ts';
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

/** What a message holds of a budget. */
class Reservation implements ShareHolder, ByteReservation {
  readonly #budget: Budget;
  readonly keys: readonly string[];
  amount = 0;
  isOver = false;
  #tell: (() => void) | null = null;

  constructor(budget: Budget, keys: readonly string[]) {
    this.#budget = budget;
    this.keys = keys;
  }

  /** Programs on this machine are no strangers. */
  get canYield(): boolean {
    return this.#tell !== null && this.amount > 0 && this.keys.length > 0;
  }

  /** The largest first: the fewest messages are lost. */
  get rank(): number {
    return this.amount;
  }

  growTo(bytes: number): boolean | Promise<boolean> {
    return !this.isOver && (bytes <= this.amount || this.#budget.grow(this, bytes - this.amount));
  }

  mayYield(tell: () => void): void {
    this.#tell = tell;
  }

  keep(): void {
    this.#tell = null;
  }

  release(): void {
    if (!this.isOver) this.#budget.takeBack(this);
  }

  yield(): void {
    this.release();
    this.#tell?.();
  }
}

type BudgetMetrics = Pick<Metrics, 'shareRefused'>;

class Budget implements ByteBudget {
  readonly #maxBytes: number;
  readonly #byKey: PermitClient;
  readonly #clock: Clock;
  readonly #metrics: BudgetMetrics;
  readonly #open = new Set<Reservation>();
  #usedBytes = 0;
  lackedAtMs = -Infinity;

  constructor(maxBytes: number, heldBytes: PermitSource, clock: Clock, metrics: BudgetMetrics) {
    this.#maxBytes = maxBytes;
    this.#byKey = new PermitClient(heldBytes, clock);
    this.#clock = clock;
    this.#metrics = metrics;
  }

  open(keys: readonly string[]): ByteReservation {
    const held = new Reservation(this, keys);
    this.#open.add(held);
    return held;
  }

  hasRoom(keys: readonly string[], bytes: number): boolean {
    const hasBytes = this.#usedBytes + bytes <= this.#maxBytes;
    return hasBytes || chooseVictim(this.#open, { keys, wanted: bytes }) !== null;
  }

  usedBytes(): number {
    return this.#usedBytes;
  }

  /** At once as long as this process has blocks of the client's left. */
  grow(held: Reservation, bytes: number): boolean | Promise<boolean> {
    const settle = (isWithinLimits: boolean): boolean => {
      const isTaken = isWithinLimits && !held.isOver && this.#makeRoom(held, bytes);
      if (isTaken) {
        this.#usedBytes += bytes;
        held.amount += bytes;
      } else {
        if (isWithinLimits) this.#byKey.releaseEach(held.keys, bytes);
        this.#metrics.shareRefused('bytes');
      }
      return isTaken;
    };
    const acquired = this.#byKey.acquireEach(held.keys, bytes);
    return typeof acquired === 'boolean' ? settle(acquired) : acquired.then(settle);
  }

  takeBack(held: Reservation): void {
    held.isOver = true;
    this.#open.delete(held);
    this.#usedBytes -= held.amount;
    if (held.amount > 0) this.#byKey.releaseEach(held.keys, held.amount);
  }

  #makeRoom({ keys }: Reservation, bytes: number): boolean {
    while (this.#usedBytes + bytes > this.#maxBytes) {
      this.lackedAtMs = this.#clock.now();
      const yielding = chooseVictim(this.#open, { keys, wanted: bytes });
      if (yielding === null) return false;
      yielding.yield();
    }
    return true;
  }
}

/**
 * A budget for all that this process holds, with a smaller one for each network, which several processes share. None is ever
 * exceeded. Where it runs out, whoever has most gives way to those who have less, as far as the message is not whole yet.
 */
export function createByteBudget(
  { maxHeldBytes }: Pick<SmtpLimits, 'maxHeldBytes'>,
  { heldBytes }: { readonly heldBytes: PermitSource },
  clock: Clock,
  metrics: BudgetMetrics,
): ByteBudget {
  return new Budget(maxHeldBytes, heldBytes, clock, metrics);
}
