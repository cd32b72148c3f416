import type { Outcome } from '#protocol/smtp-client/transport.ts';

/** The host asks for less: "service not available" (RFC 5321 §4.2.3) or a policy that may pass (RFC 3463 §3.8). */
function asksForLess(outcome: Outcome): boolean {
  return outcome.kind === 'deferred' && (outcome.code === 421 || outcome.enhanced?.startsWith('4.7.') === true);
}

/**
 * How many deliveries may be under way at one destination. It begins small and grows by one with each answer, until
 * the destination asks for less; then it is halved, and from there grows by one each time that all places were used.
 */
export class Window {
  readonly #max: number;
  #size: number;
  #isSearching = true;
  #halvings = 0;

  constructor(first: number, max: number) {
    this.#max = max;
    this.#size = Math.min(first, max);
  }

  /** Whole places, at least one. */
  get places(): number {
    return Math.floor(this.#size);
  }

  /** To be kept by a delivery that begins. */
  get halvings(): number {
    return this.#halvings;
  }

  /** Learns from a delivery. `wasFull`: all places were in use, so that more might have been. */
  learn(outcome: Outcome, halvingsAtStart: number, wasFull: boolean): void {
    if (asksForLess(outcome)) this.halve(halvingsAtStart);
    else if (wasFull && outcome.kind !== 'deferred') {
      this.#size = Math.min(this.#max, this.#size + (this.#isSearching ? 1 : 1 / this.#size));
    }
  }

  /** Deliveries that were under way together are answered alike: that counts once. */
  halve(halvingsAtStart: number): void {
    if (halvingsAtStart < this.#halvings) return;
    this.#halvings += 1;
    this.#isSearching = false;
    this.#size = Math.max(1, this.#size / 2);
  }
}
