import type { SuspensionScope } from '#contract/sign-in.ts';
import type { Database } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';

/** Whose mail is under way: what an account sends, or what comes to it. Null: mail of ours, which nobody suspends. */
export type Stoppable = { readonly userId: string; readonly isSent: boolean } | null;

/** What the operator has stopped, as far as a process must know it without asking: accounts and destinations. */
export interface Stops {
  /** Calls `stop` once, at once or until the function it returns is called, when mail of one of these must not leave. */
  watch(whose: readonly Stoppable[], stop: () => void): () => void;
  /** Whether nothing is to be tried at a destination, by its key; at most five seconds late. */
  holds(destination: string): boolean;
  close(): void;
}

/** Whose a delivery is: what is sent as an alias goes to no target of it. */
export function stoppableOf({
  userId,
  aliasId,
  isSent,
}: {
  readonly userId: string | null;
  readonly aliasId: string | null;
  readonly isSent: boolean;
}): Stoppable {
  return userId === null || aliasId === null ? null : { userId, isSent };
}

/** While something is under way: often enough that nothing of a suspended account leaves a second later. */
const busyMs = 300;
const idleMs = 5_000;

/** Accounts that were suspended before can have nothing under way any more. */
const statement = {
  name: 'stopped-now',
  text: `
    select id, suspended, null as destination from users where suspended_at > now() - interval '1 hour'
    union all select null, null, encode(destination_hash, 'base64') from queue_holds`,
};

type Row =
  | { readonly id: string; readonly suspended: SuspensionScope; readonly destination: null }
  | { readonly id: null; readonly destination: string };

interface Watched {
  readonly whose: readonly Stoppable[];
  readonly stop: () => void;
}

/** Reads them again and again: one query of the process, however much is under way. */
export function createStops({ pool }: Database, clock: Clock): Stops {
  const watched = new Set<Watched>();
  let suspended: ReadonlyMap<string, SuspensionScope> = new Map();
  let held: ReadonlySet<string> = new Set();
  let readAtMs = -Infinity;
  let isReading = false;

  const isStopped = (one: Stoppable): boolean => {
    const scope = one === null ? undefined : suspended.get(one.userId);
    return scope === 'all' || (scope === 'sending' && one?.isSent === true);
  };

  const read = async (): Promise<void> => {
    const { rows } = await pool.query<Row>(statement);
    suspended = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row.suspended] as const])));
    held = new Set(rows.flatMap((row) => row.destination ?? []));
    readAtMs = clock.now();
    if (suspended.size === 0) return;
    for (const one of watched) {
      if (!one.whose.some(isStopped)) continue;
      watched.delete(one);
      one.stop();
    }
  };

  const tick = (): void => {
    if (isReading || (watched.size === 0 && clock.now() - readAtMs < idleMs)) return;
    isReading = true;
    // A silent database is told of elsewhere, and takes no suspension either.
    void read()
      .catch(() => {})
      .finally(() => (isReading = false));
  };

  tick();
  const timer = setInterval(tick, busyMs).unref();

  return {
    watch: (whose, stop) => {
      if (whose.every((one) => one === null)) return () => {};
      const ageMs = clock.now() - readAtMs;
      // An old reading may name an account that was resumed since.
      if (ageMs < 2 * busyMs && whose.some(isStopped)) {
        stop();
        return () => {};
      }
      const one = { whose, stop };
      watched.add(one);
      // Nor does it name who was suspended since, whose mail may be gone before the next one.
      if (ageMs >= busyMs) tick();
      return () => watched.delete(one);
    },
    holds: (destination) => held.has(destination),
    close: () => clearInterval(timer),
  };
}
