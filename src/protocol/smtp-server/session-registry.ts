import { chooseVictim } from '#platform/fair-sharing.ts';
import type { ClientSession } from '#protocol/smtp-server/client-session.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';

type CrowdParts = Pick<SessionContext<never>, 'listener' | 'limits' | 'bounds' | 'clock'>;

/** The sessions of a listener: ends those whose clients are too slow, sooner while others find no place (stress mode). */
export class SessionRegistry {
  readonly #parts: CrowdParts;
  readonly #sessions = new Set<ClientSession>();
  readonly #timer: NodeJS.Timeout;
  #stressUntilMs = -Infinity;

  constructor(parts: CrowdParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#sweep(), parts.limits.sweepEveryMs).unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  get patience(): ClientPatience {
    const { clock, limits } = this.#parts;
    return clock.now() < this.#stressUntilMs ? limits.stress : limits;
  }

  add(session: ClientSession): void {
    this.#sessions.add(session);
    void session.done.then(() => this.#sessions.delete(session));
  }

  /**
   * Ends a session for a newcomer that found no place: of those whose clients keep us waiting, of the network that has most, the one
   * that has delivered nothing for the longest time. @returns whether there was one
   */
  async makeRoom(networks: readonly string[]): Promise<boolean> {
    const { bounds, clock, limits, listener } = this.#parts;
    this.#stressUntilMs = clock.now() + limits.stressMs;
    const places = [...this.#sessions].map((session) => ({
      session,
      keys: session.keys,
      amount: 1,
      canYield: session.pace.hasWasted(limits.yieldAfterMs),
      rank: -session.pace.deliveredAtMs,
    }));
    // One that has as many gives way, too: it is slow.
    const place = chooseVictim(places, { keys: networks, wanted: 0 });
    if (place === null) return false;
    bounds.metrics.slowClient(listener);
    place.session.giveWay('crowded');
    await place.session.done;
    return true;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions) session.stop();
  }

  /** Settles when all sessions are over. */
  done(): Promise<unknown> {
    return Promise.all([...this.#sessions].map((session) => session.done));
  }

  #sweep(): void {
    const { bounds, clock, limits, listener } = this.#parts;
    const lackedAtMs = bounds.gate.isFull(listener) ? clock.now() : bounds.budget.lackedAtMs;
    this.#stressUntilMs = Math.max(this.#stressUntilMs, lackedAtMs + limits.stressMs);
    const patience = this.patience;
    for (const session of this.#sessions) {
      if (!session.isSlow(patience)) continue;
      bounds.metrics.slowClient(listener);
      session.giveWay('timeout');
    }
  }
}
