/** One alias as a file means it. */
export interface FileAlias {
  readonly localPart: string;
  /** Empty when the file names none. */
  readonly domain: string;
  /** Separated by commas; empty when the file names none. */
  readonly forwardTo: string;
  readonly notes: string;
  readonly active: boolean;
  /** Deleted where the file comes from. */
  readonly deleted: boolean;
}

function splitAddress(address: string): Pick<FileAlias, 'localPart' | 'domain'> {
  const at = address.lastIndexOf('@');
  return at === -1
    ? { localPart: address, domain: '' }
    : { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}

const noWords: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);
function isYes(text: string): boolean {
  return !noWords.has(text.trim().toLowerCase());
}

interface Format {
  /** Columns a header must have to be of this format. */
  readonly columns: readonly string[];
  read(column: (name: string) => string): FileAlias;
}

const ours: Format = {
  columns: ['alias', 'domain', 'forward_to'],
  read: (column) => ({
    localPart: column('alias'),
    domain: column('domain'),
    forwardTo: column('forward_to'),
    notes: column('notes'),
    // A file made by hand may leave it out.
    active: column('active').trim() === '' || isYes(column('active')),
    deleted: false,
  }),
};

/** Mailboxes stand between blanks. */
const simpleLogin: Format = {
  columns: ['alias', 'note', 'enabled', 'mailboxes'],
  read: (column) => ({
    ...splitAddress(column('alias')),
    forwardTo: column('mailboxes')
      .split(/[\s,;]+/)
      .join(','),
    notes: column('note'),
    active: isYes(column('enabled')),
    deleted: false,
  }),
};

/** Names no inboxes. No is empty; an alias deleted there is listed with its date. */
const addy: Format = {
  columns: ['local_part', 'domain', 'email', 'active', 'description'],
  read: (column) => ({
    localPart: column('local_part'),
    domain: column('domain'),
    forwardTo: '',
    notes: column('description'),
    active: isYes(column('active')),
    deleted: column('deleted_at').trim() !== '',
  }),
};

/** How to read the rows below a header; null when it is of no format we know. Names in any case and order. */
export function findAliasFormat(header: readonly string[]): ((fields: readonly string[]) => FileAlias) | null {
  const names = header.map((name) => name.trim().toLowerCase());
  const format = [ours, simpleLogin, addy].find(({ columns }) => columns.every((name) => names.includes(name)));
  if (format === undefined) return null;
  return (fields) => format.read((name) => fields[names.indexOf(name)] ?? '');
}
