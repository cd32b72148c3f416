import type { Alias } from '#contract/aliases.ts';

/** What the importers of others take of an alias. */
export type OutgoingAlias = Pick<Alias, 'alias' | 'domain' | 'notes'> & {
  readonly targets: readonly Pick<Alias['targets'][number], 'kind' | 'value'>[];
};

export interface MoveOutFiles {
  readonly files: readonly string[];
  /** Aliases that stand in them. */
  readonly rows: number;
  /** Those that no importer takes: on a domain that is not the account's, or without an inbox. */
  readonly left: number;
  /** Those with more inboxes than the importer takes. */
  readonly cut: number;
}

export const moveOutServices = ['simplelogin', 'addy'] as const;
export type MoveOutService = (typeof moveOutServices)[number];

interface Importer {
  readonly columns: readonly string[];
  readonly rowsMax: number;
  readonly inboxesMax: number;
  /** In characters; one less than it takes, as a cell may begin with a space. */
  readonly noteMax: number;
  /** Between inboxes; nothing else may stand there. */
  readonly separator: string;
}

/**
 * SimpleLogin (`import_from_csv`): `mailboxes` split at white space, lines read one by one. addy.io (`AliasesImport`): the first 1,000 rows
 * and three columns, `recipients` split at commas and compared as they are, at most ten; a description of at most 200.
 */
const importers: Readonly<Record<MoveOutService, Importer>> = {
  simplelogin: {
    columns: ['alias', 'note', 'mailboxes'],
    rowsMax: 10_000,
    inboxesMax: 100,
    noteMax: 999,
    separator: ' ',
  },
  addy: {
    columns: ['alias', 'description', 'recipients'],
    rowsMax: 1_000,
    inboxesMax: 10,
    noteMax: 199,
    separator: ',',
  },
};

/** A cell (RFC 4180 §2). No line break stands in it: one importer reads line by line. Nor what a spreadsheet would take for a formula. */
function cell(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const tame = /^[=+\-@]/u.test(line) ? ` ${line}` : line;
  return `"${tame.replaceAll('"', '""')}"`;
}

function file({ columns }: Importer, rows: readonly string[]): string {
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/**
 * The aliases on domains of one's own as the importer of a service takes them, in as many files as it needs.
 * `own`: names of those domains.
 */
export function writeMoveOut(
  service: MoveOutService,
  aliases: readonly OutgoingAlias[],
  own: ReadonlySet<string>,
): MoveOutFiles {
  const importer = importers[service];
  let cut = 0;
  const rows = aliases.flatMap(({ alias, domain, notes, targets }) => {
    const inboxes = targets.filter(({ kind }) => kind === 'email').map(({ value }) => value);
    if (!own.has(domain) || inboxes.length === 0) return [];
    if (inboxes.length > importer.inboxesMax) cut += 1;
    const note = [...(notes ?? '')].slice(0, importer.noteMax).join('');
    const taken = inboxes.slice(0, importer.inboxesMax).join(importer.separator);
    return [[`${alias}@${domain}`, note, taken].map(cell).join(',')];
  });
  const files: string[] = [];
  for (let start = 0; start < rows.length; start += importer.rowsMax) {
    files.push(file(importer, rows.slice(start, start + importer.rowsMax)));
  }
  return { files, rows: rows.length, left: aliases.length - rows.length, cut };
}
