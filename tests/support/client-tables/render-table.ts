import { addyApps } from '#support/client-tables/addy-apps.ts';
import { addyOthers } from '#support/client-tables/addy-others.ts';
import type { ForeignClient } from '#support/client-tables/client-call.ts';
import { passwordManagers } from '#support/client-tables/password-managers.ts';
import { simpleLoginApps } from '#support/client-tables/simplelogin-apps.ts';
import { simpleLoginOthers } from '#support/client-tables/simplelogin-others.ts';

/** Every program whose calls are known, as `tests/integration/client-tables.test.ts` plays them. */
export const foreignClients: readonly ForeignClient[] = [
  ...passwordManagers,
  ...addyApps,
  ...addyOthers,
  ...simpleLoginApps,
  ...simpleLoginOthers,
];

const tableMarks = { begin: '<!-- clients: begin -->', end: '<!-- clients: end -->' } as const;

/** How many of its calls do what it wants, and after how many it goes on as meant. Those that it never makes are none. */
function countCalls({ calls: all }: ForeignClient) {
  const calls = all.filter(({ never }) => never !== true);
  const empty = calls.filter((call) => call.empty).length;
  const works = calls.filter(({ refused }) => refused === undefined).length - empty;
  const goesOn = calls.filter(({ refused }) => refused !== undefined && refused.goesOn !== null).length;
  const percent = (number: number): number => Math.floor((100 * number) / calls.length);
  return { calls: calls.length, works, empty, goesOn, workPercent: percent(works) };
}

type Row = readonly (string | number)[];

/** As the formatter writes it: columns of one width, numbers at their right. */
function table(head: Row, rows: readonly Row[]): string[] {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => String(row[at]).length)));
  const isNumber = head.map((_, at) => rows.every((row) => /^\d+(?: %)?$/u.test(String(row[at]))));
  const fit = (cell: string | number, at: number): string =>
    isNumber[at] === true ? String(cell).padStart(widths[at] ?? 0) : String(cell).padEnd(widths[at] ?? 0);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = widths.map((width, at) => (isNumber[at] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head.map(fit)), line(rule), ...rows.map((row) => line(row.map(fit)))];
}

/** Each reason once, with all that it is given to. */
function refusedRows(clients: readonly ForeignClient[]): Row[] {
  const given = new Map<
    string,
    { readonly names: Set<string>; readonly deeds: Set<string>; readonly goesOn: string }
  >();
  for (const { name, calls } of clients) {
    for (const { does, refused } of calls) {
      if (refused === undefined) continue;
      const { why, goesOn } = refused;
      const found = given.get(why) ?? {
        names: new Set<string>(),
        deeds: new Set<string>(),
        goesOn: goesOn ?? 'is stuck',
      };
      found.names.add(name);
      found.deeds.add(does);
      given.set(why, found);
    }
  }
  return [...given].map(([why, { names, deeds, goesOn }]) => [
    [...deeds].join(', '),
    why,
    goesOn,
    [...names].join(', '),
  ]);
}

/** What `docs/clients.md` says of each of them, between the marks. */
function renderClientTable(clients: readonly ForeignClient[]): string {
  const counts = clients.map((client) => {
    const { calls, works, empty, goesOn, workPercent } = countCalls(client);
    const rest = calls - works - empty - goesOn;
    return [client.name, client.version ?? '–', client.speaks, calls, works, empty, goesOn, rest, `${workPercent} %`];
  });
  return [
    ...table(
      [
        'Client',
        'Version',
        'Speaks',
        'Calls',
        'Work',
        'Always empty',
        'Refused, and it goes on',
        'Fail',
        'Work of all',
      ],
      counts,
    ),
    '',
    'What is refused, and why:',
    '',
    ...table(['The client', 'Refused, as', 'Then it', 'Clients'], refusedRows(clients)),
  ].join('\n');
}

/** The guide with the table of today between its marks. */
export function fillClientGuide(guide: string): string {
  const [before = '', rest = ''] = guide.split(tableMarks.begin);
  const [, after = ''] = rest.split(tableMarks.end);
  const filled = renderClientTable(foreignClients);
  return `${before}${tableMarks.begin}\n\n${filled}\n\n${tableMarks.end}${after}`;
}
