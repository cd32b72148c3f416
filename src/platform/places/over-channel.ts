import type { Channel } from '#platform/channel.ts';
import type { PlaceDesk, PlaceNews, PlaceSource } from '#platform/places/places.ts';

const topic = 'places';

/** What goes up a channel: of a kind of places, a call of a desk with its arguments. */
type Call =
  | readonly [kind: string, call: 'ask', key: string, places: number, waits: boolean]
  | readonly [kind: string, call: 'give', key: string, places: number, answers: boolean]
  | readonly [kind: string, call: 'report', reports: readonly (readonly [key: string, report: unknown])[]];

/** What comes down. */
type News = readonly [kind: string, key: string, news: PlaceNews<unknown>];

/** Ordinary reports go up together, at the latest after so long. */
const reportsWaitMs = 50;
const reportsTogether = 50;

/** The way of a worker to the ledgers of its program. */
export interface PlaceChannel {
  /** `block`: what a holder keeps unused. `isUrgent`: a report that others must know of at once. */
  source<State, Report>(
    kind: string,
    block: number,
    isUrgent?: (report: Report) => boolean,
  ): PlaceSource<State, Report>;
}

/** For a worker: the ledgers behind a channel. */
export function createPlaceChannel(channel: Channel): PlaceChannel {
  const listeners = new Map<string, (key: string, news: PlaceNews<never>) => void>();
  channel.handle(topic, (body) => {
    const [kind, key, news] = body as News;
    listeners.get(kind)?.(key, news as PlaceNews<never>);
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
      join: (tell: (key: string, news: PlaceNews<State>) => void): PlaceDesk<Report> => {
        listeners.set(kind, tell);
        return {
          ask: (key, places, waits) => call([kind, 'ask', key, places, waits]),
          give: (key, places, answers) => call([kind, 'give', key, places, answers]),
          report: createReports(kind, isUrgent),
        };
      },
    }),
  };
}

/** A ledger of any kind. */
export interface ServedLedger {
  join(tell: (key: string, news: PlaceNews<unknown>) => void): PlaceDesk<never> & { leave(): void };
}

/** For the primary: lets the worker behind a channel hold places of these ledgers, until it is gone. */
export function servePlaces(channel: Channel, ledgers: Readonly<Record<string, ServedLedger>>): void {
  const desks = Object.entries(ledgers).map(([kind, ledger]) => {
    const desk = ledger.join((key, news) => channel.tell(topic, [kind, key, news] satisfies News));
    return [kind, desk] as const;
  });
  const deskOf = new Map(desks);
  channel.handle(topic, (body) => {
    const call = body as Call;
    const desk = deskOf.get(call[0]);
    if (desk === undefined) throw new Error('places of an unknown kind');
    switch (call[1]) {
      case 'ask':
        return desk.ask(call[2], call[3], call[4]);
      case 'give':
        return desk.give(call[2], call[3], call[4]);
      case 'report':
        for (const [key, report] of call[2]) desk.report(key, report as never);
    }
  });
  void channel.closed.then(() => {
    for (const [, desk] of desks) desk.leave();
  });
}
