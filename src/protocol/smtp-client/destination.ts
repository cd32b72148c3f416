import type { Clock } from '#platform/clock.ts';
import { WaitLine } from '#platform/semaphore.ts';
import type { Outcome } from '#protocol/smtp-client/transport.ts';

/** How many deliveries one destination gets at once, and when it is left alone. */
export interface DestinationSettings {
  readonly inFlightPerDestination: number;
  /** A smarthost is one destination for all mail. */
  readonly inFlightAtSmarthost: number;
  /** Places a destination has until it has shown that it takes more. */
  readonly inFlightAtFirst: number;
  /** Deliveries that may wait for a free place at one destination; what comes after them is spooled. */
  readonly waitingPerDestination: number;
  /** A destination whose recent median is above this is slow: mail for it is spooled without dialing. */
  readonly slowMedianMs: number;
  /** Connections lost in a row, with no answer between them, after which a destination is left alone. */
  readonly backOffAfterLost: number;
  /** A destination that cannot be reached is left alone this long, twice as long after each further failure. */
  readonly backOffFirstMs: number;
  readonly backOffMaxMs: number;
  /** Destinations whose state is kept; idle ones beyond it are forgotten. */
  readonly destinationsRemembered: number;
}

/** The right to have one delivery under way at a destination. Ended by exactly one of `finish` and `leave`. */
export interface Slot {
  /** Gives the place back and learns from the outcome. `recovered`: the destination answers, which was not known before. */
  finish(outcome: Outcome): { recovered: boolean };
  /** Gives the place back; nothing was learned. */
  leave(): void;
  /** The delivery outlives the sender's patience: the destination counts as slower than that. */
  late(): void;
}

const samples = 20;
const samplesToJudge = 5;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** `unreachable`: no conversation came about. `lost`: one broke off, or the host said it is closing or busy (421). */
function troubleOf(outcome: Outcome): 'unreachable' | 'lost' | null {
  if (outcome.kind !== 'deferred') return null;
  if (outcome.code === 421) return 'lost';
  if (outcome.stage === 'dns' || outcome.stage === 'connect' || outcome.stage === 'greeting') return 'unreachable';
  return outcome.code === null ? 'lost' : null;
}

/**
 * Backpressure of one destination: what this process knows of it, who is under way there or waits to be. It has a
 * congestion window and backs off exponentially (circuit breaker, one probe at a time) while it cannot be reached.
 */
export class Destination {
  readonly #limits: DestinationSettings;
  readonly #clock: Clock;
  readonly #line = new WaitLine<null, Slot | null>();
  /** Milliseconds, newest last. */
  readonly #durations: number[] = [];
  readonly #window: Window;
  #inFlight = 0;
  /** It answered after its last failure. */
  #answering = false;
  /** Failures since the last answer. */
  #failures = 0;
  /** How long the present back-off is; 0: none. */
  #backOffMs = 0;
  #quietUntilMs = 0;
  /** One delivery at a time finds out whether the back-off may end. */
  #probing = false;
  #slow = false;

  constructor(limits: DestinationSettings, clock: Clock, maxInFlight: number) {
    this.#limits = limits;
    this.#clock = clock;
    this.#window = new Window(limits.inFlightAtFirst, maxInFlight);
  }

  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#line.length === 0;
  }

  /** A place for mail whose sender waits; null: spool it without dialing. Waits until `signal` aborts. */
  async enter(signal: AbortSignal): Promise<Slot | null> {
    if (signal.aborted || this.#slow) return null;
    const slot = this.takeFree();
    if (slot !== null) return slot;
    if (this.#backOffMs > 0 || this.#line.length >= this.#limits.waitingPerDestination) return null;
    return this.#line.wait(null, signal);
  }

  /** A place that is free now. */
  takeFree(): Slot | null {
    if (this.#inFlight >= this.#window.places) return null;
    const isProbe = this.#backOffMs > 0;
    if (isProbe && (this.#probing || this.#clock.now() < this.#quietUntilMs)) return null;
    this.#inFlight += 1;
    if (isProbe) this.#probing = true;
    return this.#makeSlot(isProbe);
  }

  #makeSlot(isProbe: boolean): Slot {
    const startedAtMs = this.#clock.now();
    const { halvings } = this.#window;
    let judged = false;
    const judge = (): void => {
      if (!judged) this.#addSample(this.#clock.now() - startedAtMs);
      judged = true;
    };
    const leave = (): void => {
      this.#inFlight -= 1;
      if (isProbe) this.#probing = false;
      this.#serveWaiting();
    };
    return {
      leave,
      late: () => {
        judge();
        // One that hangs must not hold as many places of the worker as one that answers.
        this.#window.halve(halvings);
      },
      finish: (outcome) => {
        judge();
        this.#window.learn(outcome, halvings, this.#inFlight >= this.#window.places);
        const learned = this.#learn(outcome);
        leave();
        return learned;
      },
    };
  }

  #addSample(durationMs: number): void {
    this.#durations.push(durationMs);
    if (this.#durations.length > samples) this.#durations.shift();
    this.#slow = this.#durations.length >= samplesToJudge && median(this.#durations) > this.#limits.slowMedianMs;
  }

  #learn(outcome: Outcome): { recovered: boolean } {
    const trouble = troubleOf(outcome);
    if (trouble !== null) {
      this.#noteTrouble(trouble);
      return { recovered: false };
    }
    const recovered = !this.#answering;
    this.#answering = true;
    this.#failures = 0;
    this.#backOffMs = 0;
    this.#quietUntilMs = 0;
    return { recovered };
  }

  #noteTrouble(trouble: 'unreachable' | 'lost'): void {
    const { backOffAfterLost, backOffFirstMs, backOffMaxMs } = this.#limits;
    this.#answering = false;
    this.#failures += 1;
    if (trouble === 'lost' && this.#backOffMs === 0 && this.#failures < backOffAfterLost) return;
    // Deliveries that were under way together fail together: that is one failure.
    const now = this.#clock.now();
    if (now < this.#quietUntilMs) return;
    this.#backOffMs = Math.min(this.#backOffMs * 2 || backOffFirstMs, backOffMaxMs);
    this.#quietUntilMs = now + this.#backOffMs;
  }

  #serveWaiting(): void {
    while (this.#line.length > 0) {
      const slot = this.takeFree();
      // While the destination is left alone nobody waits for it.
      if (slot === null && this.#backOffMs === 0) return;
      this.#line.serve(slot);
    }
  }
}

/** The host asks for less: "service not available" (RFC 5321 §4.2.3) or a policy that may pass (RFC 3463 §3.8). */
function asksForLess(outcome: Outcome): boolean {
  return outcome.kind === 'deferred' && (outcome.code === 421 || outcome.enhanced?.startsWith('4.7.') === true);
}

/**
 * A congestion window (additive increase, multiplicative decrease): how many deliveries may be under way at one
 * destination. It begins small and grows by one with each answer, until the destination asks for less; then it is
 * halved, and from there grows by one each time that all places were used.
 */
class Window {
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
