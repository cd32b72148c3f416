import type { Channel } from '#platform/channel.ts';
import type { PermitBroker, PermitEvent, PermitSource } from '#platform/permits/permits.ts';

const topic = 'permits';

/** What goes up a channel: of a kind of permits, a call of a broker with its arguments. */
type Call =
  | readonly [kind: string, call: 'ask', key: string, permits: number, waits: boolean]
  | readonly [kind: string, call: 'release', key: string, permits: number, answers: boolean]
  | readonly [kind: string, call: 'report', reports: readonly (readonly [key: string, report: unknown])[]];

/** What comes down. */
type Event = readonly [kind: string, key: string, event: PermitEvent<unknown>];

/** Ordinary reports go up together, at the latest after so long. */
const reportsWaitMs = 50;
const reportsTogether = 50;

/** The way of a worker to the pools of its program. */
export interface PermitChannel {
  /** `block`: what a client keeps unused. `isUrgent`: a report that others must know of at once. */
  source<State, Report>(
    kind: string,
    block: number,
    isUrgent?: (report: Report) => boolean,
  ): PermitSource<State, Report>;
}

/** For a worker: the pools behind a channel. */
export function createPermitChannel(channel: Channel): PermitChannel {
  const listeners = new Map<string, (key: string, event: PermitEvent<never>) => void>();
  channel.handle(topic, (body) => {
    const [kind, key, event] = body as Event;
    listeners.get(kind)?.(key, event as PermitEvent<never>);
  });
  const call = (body: Call): void => channel.tell(topic, body);

  const createReports = <Report>(kind: string, isUrgent: (report: Report) => boolean) => {
    let waiting: [string, Report][] = [];
    const send = (): void => {
      if (waiting.length > 0) call([kind, 'report', waiting]);
      waiting = [];
    };
    return (key: string, report: Report): void => {
      waiting.push([key, report]);
      if (waiting.length >= reportsTogether || isUrgent(report)) send();
      else if (waiting.length === 1) setTimeout(send, reportsWaitMs).unref();
    };
  };

  return {
    source: <State, Report>(kind: string, block: number, isUrgent: (report: Report) => boolean = () => true) => ({
      block,
      join: (tell: (key: string, event: PermitEvent<State>) => void): PermitBroker<Report> => {
        listeners.set(kind, tell);
        return {
          ask: (key, permits, waits) => call([kind, 'ask', key, permits, waits]),
          release: (key, permits, answers) => call([kind, 'release', key, permits, answers]),
          report: createReports(kind, isUrgent),
        };
      },
    }),
  };
}

/** A pool of any kind. */
export interface ServedPool {
  join(tell: (key: string, event: PermitEvent<unknown>) => void): PermitBroker<never> & { leave(): void };
}

/** For the primary: lets the worker behind a channel hold permits of these pools, until it is gone. */
export function servePermits(channel: Channel, pools: Readonly<Record<string, ServedPool>>): void {
  const brokers = Object.entries(pools).map(([kind, pool]) => {
    const broker = pool.join((key, event) => channel.tell(topic, [kind, key, event] satisfies Event));
    return [kind, broker] as const;
  });
  const brokerOf = new Map(brokers);
  channel.handle(topic, (body) => {
    const call = body as Call;
    const broker = brokerOf.get(call[0]);
    if (broker === undefined) throw new Error('permits of an unknown kind');
    switch (call[1]) {
      case 'ask':
        return broker.ask(call[2], call[3], call[4]);
      case 'release':
        return broker.release(call[2], call[3], call[4]);
      case 'report':
        for (const [key, report] of call[2]) broker.report(key, report as never);
    }
  });
  void channel.closed.then(() => {
    for (const [, broker] of brokers) broker.leave();
  });
}
