import type { Clock } from '#platform/clock.ts';
import type { PermitRule } from '#platform/permits/permits.ts';
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

/** What all processes know of a destination. */
export interface DestinationState {
  /** It takes so long that mail for it is spooled without dialing. */
  readonly slow: boolean;
  /** Left alone until then: one delivery at a time finds out whether it is back. Null: it is not left alone. */
  readonly quietUntilMs: number | null;
  /** It answered after its last failure. */
  readonly answering: boolean;
  /** How often it asked for less; to be kept by a delivery that begins. */
  readonly halvings: number;
}

/** What a delivery tells of its destination. `left`: it ended without an outcome; `late`: it runs on past its sender's deadline. */
export interface DestinationReport {
  readonly event: 'answered' | 'taken' | 'unreachable' | 'lost' | 'late' | 'left';
  readonly asksForLess: boolean;
  /** How long it took; null: that was told before. */
  readonly tookMs: number | null;
  readonly halvings: number;
  /** All places that its process had were in use. */
  readonly wasFull: boolean;
  /** It found out whether the destination is back. */
  readonly isProbe: boolean;
  /** It answers, which its process did not know. */
  readonly recovered: boolean;
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

/** Whether the destination spoke for itself: it is there, and what it puts off waits for nothing else. */
export function isAnswer(outcome: Outcome): boolean {
  return troubleOf(outcome) === null;
}

/** What an outcome says about its destination. */
export function readOutcome(outcome: Outcome): Pick<DestinationReport, 'event' | 'asksForLess'> {
  const event = troubleOf(outcome) ?? (outcome.kind === 'deferred' ? 'answered' : 'taken');
  return { event, asksForLess: asksForLess(outcome) };
}

/**
 * Backpressure of one destination: what is known of it, and so how many deliveries may be under way there. It has a
 * congestion window and backs off exponentially (circuit breaker, one probe at a time) while it cannot be reached.
 */
export class Destination implements PermitRule<DestinationState, DestinationReport> {
  readonly max: number;
  readonly #limits: DestinationSettings;
  readonly #clock: Clock;
  /** Milliseconds, newest last. */
  readonly #durations: number[] = [];
  readonly #window: Window;
  #answering = false;
  /** Failures since the last answer. */
  #failures = 0;
  /** How long the present back-off is; 0: none. */
  #backOffMs = 0;
  #quietUntilMs = 0;
  /** Who finds out whether the back-off may end. */
  #prober: object | null = null;
  #state: DestinationState | null = null;

  constructor(limits: DestinationSettings, clock: Clock, max: number) {
    this.#limits = limits;
    this.#clock = clock;
    this.max = max;
    this.#window = new Window(limits.inFlightAtFirst, max);
  }

  get state(): DestinationState | null {
    return this.#state;
  }

  /** While it is left alone nobody waits for it. */
  get refusesWaiting(): boolean {
    return this.#state?.slow === true || (this.#backOffMs > 0 && !this.#mayProbe());
  }

  free(taken: number): number {
    if (this.#backOffMs > 0) return this.#mayProbe() ? Math.min(1, this.#window.places - taken) : -taken;
    return this.#window.places - taken;
  }

  granted(holder: object): void {
    if (this.#backOffMs > 0) this.#prober = holder;
  }

  gone(holder: object): void {
    if (this.#prober === holder) this.#prober = null;
  }

  learn(report: DestinationReport, taken: number): void {
    const { event, tookMs, isProbe } = report;
    if (isProbe && event !== 'late') this.#prober = null;
    if (tookMs !== null) this.#addSample(tookMs);
    this.#adjust(report, taken);
    if (event === 'unreachable' || event === 'lost') this.#noteTrouble(event);
    else if (event === 'answered' || event === 'taken') {
      this.#answering = true;
      this.#failures = 0;
      this.#backOffMs = 0;
      this.#quietUntilMs = 0;
    }
    this.#keepState();
  }

  /** One that hangs must not hold as many places as one that answers. */
  #adjust({ event, asksForLess, halvings, wasFull }: DestinationReport, taken: number): void {
    if (asksForLess || event === 'late') this.#window.halve(halvings);
    else if (event === 'taken' && wasFull && taken >= this.#window.places) this.#window.grow();
  }

  #mayProbe(): boolean {
    return this.#prober === null && this.#clock.now() >= this.#quietUntilMs;
  }

  #keepState(): void {
    const answering = this.#answering;
    const { halvings } = this.#window;
    const slow = this.#durations.length >= samplesToJudge && median(this.#durations) > this.#limits.slowMedianMs;
    const quietUntilMs = this.#backOffMs > 0 ? this.#quietUntilMs : null;
    const known = this.#state;
    const isSame = known?.slow === slow && known.quietUntilMs === quietUntilMs;
    if (isSame && known?.answering === answering && known.halvings === halvings) return;
    this.#state = { slow, quietUntilMs, answering, halvings };
  }

  #addSample(durationMs: number): void {
    this.#durations.push(durationMs);
    if (this.#durations.length > samples) this.#durations.shift();
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

  /** How often it was halved. */
  get halvings(): number {
    return this.#halvings;
  }

  /** A delivery was taken while all places were in use, so that more might have been. */
  grow(): void {
    this.#size = Math.min(this.#max, this.#size + (this.#isSearching ? 1 : 1 / this.#size));
  }

  /** Deliveries that were under way together are answered alike: that counts once. */
  halve(halvingsAtStart: number): void {
    if (halvingsAtStart < this.#halvings) return;
    this.#halvings += 1;
    this.#isSearching = false;
    this.#size = Math.max(1, this.#size / 2);
  }
}
