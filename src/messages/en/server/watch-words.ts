interface Told {
  readonly text: string;
  readonly sinceMs: number;
}

/** What is told of a round of checks. */
export interface AlarmList {
  readonly raised: readonly Told[];
  readonly standing: readonly Told[];
  readonly gone: readonly Told[];
}

function count(number: number): string {
  return number === 1 ? '1 fault' : `${number} faults`;
}

function dayAndTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** More than anybody reads at once; doctor names the rest. */
const most = 20;

function lines(mark: string, list: readonly Told[]): string[] {
  const shown = list.slice(0, most).map(({ text, sinceMs }) => `${mark}: ${text} (since ${dayAndTime(sinceMs)})`);
  return list.length > most ? [...shown, `${mark}: ${list.length - most} more`] : shown;
}

/** What the operator is told of an installation that looks after itself. */
export const watchWords = {
  title: (name: string, { raised, standing, gone }: AlarmList): string => {
    if (raised.length > 0) return `${name}: ${count(raised.length)}`;
    if (standing.length > 0) return `${name}: ${count(standing.length)} still there`;
    return `${name}: ${count(gone.length)} gone`;
  },
  lines: ({ raised, standing, gone }: AlarmList): readonly string[] => [
    ...lines('New', raised),
    ...lines('Still there', standing),
    ...lines('Gone', gone),
    ...(raised.length + standing.length > 0 ? ['What to do: kauke doctor'] : []),
  ],
  database: 'The database does not answer, or takes no writes',
  /** In place of an address of anybody or anything. */
  hidden: '[address]',
};
