import type { SuspensionScope } from '#contract/sign-in.ts';
import type { Database } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';

/** Whose mail is under way: what an account sends, or what comes to it. Null: mail of ours, which nobody stops. */
export type Stoppable = { readonly userId: string; readonly isSent: boolean } | null;

/** Stops what is under way of accounts that the operator suspends, in this process. */
export interface Stops {
  /** Calls `stop` once, at once or until the function it returns is called, when mail of one of these must not leave. */
  watch(whose: readonly Stoppable[], stop: () => void): () => void;
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

/** Often enough that nothing leaves a second later; one query of the process, however much is under way. */
const everyMs = 300;

/** What was suspended before can have nothing under way any more. */
const latelyStatement = {
  name: 'suspended-lately',
  text: `select id, suspended from users where suspended_at > now() - interval '1 hour'`,
};

interface Watched {
  readonly whose: readonly Stoppable[];
  readonly stop: () => void;
}

/** Asks the database only while something is under way. */
export function createStops({ pool }: Database, clock: Clock): Stops {
  const watched = new Set<Watched>();
  let suspended: ReadonlyMap<string, SuspensionScope> = new Map();
  let readAtMs = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  let isReading = false;

  const isStopped = (one: Stoppable): boolean => {
    const scope = one === null ? undefined : suspended.get(one.userId);
    return scope === 'all' || (scope === 'sending' && one?.isSent === true);
  };

  const read = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string; suspended: SuspensionScope }>(latelyStatement);
    suspended = new Map(rows.map(({ id, suspended: scope }) => [id, scope]));
    readAtMs = clock.now();
    if (suspended.size === 0) return;
    for (const one of watched) {
      if (!one.whose.some(isStopped)) continue;
      watched.delete(one);
      one.stop();
    }
  };

  const tick = (): void => {
    if (watched.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    } else if (!isReading) {
      isReading = true;
      // A database that is silent is told of elsewhere, and nothing can be suspended in it.
      void read()
        .catch(() => {})
        .finally(() => (isReading = false));
    }
  };

  return {
    watch: (whose, stop) => {
      if (whose.every((one) => one === null)) return () => {};
      // An old reading may name an account that was resumed since.
      if (clock.now() - readAtMs < 2 * everyMs && whose.some(isStopped)) {
        stop();
        return () => {};
      }
      const one = { whose, stop };
      watched.add(one);
      timer ??= setInterval(tick, everyMs).unref();
      return () => watched.delete(one);
    },
  };
}
