import type { ImportBefore } from '#contract/export.ts';

/** A file of its own: the header, and rows that stand one below the other. */
export interface CsvPart extends Pick<ImportBefore, 'rows' | 'lines'> {
  readonly csv: string;
  /** How many rows it has. */
  readonly size: number;
}

export interface CsvLimits {
  readonly rows: number;
  /** Of the text in a request, where each quotation mark takes two. */
  readonly bytes: number;
}

/** A row that is too long for any request: often a quotation mark that nothing ends. */
export class LongRowError extends Error {
  override readonly name = 'LongRowError';
  /** Where it begins. */
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line}`);
    this.line = line;
  }
}

interface CsvRow {
  /** With all that ends it, and empty lines below it. */
  text: string;
  lines: number;
}

/** Where a row ends, an even number of quotation marks stands before: two in a row are one in its text. */
function splitRows(text: string): CsvRow[] {
  const ending = /\r\n|\n|\r/u.exec(text)?.[0] ?? '\n';
  const rows: CsvRow[] = [];
  let begun: CsvRow = { text: '', lines: 0 };
  let isOpen = false;
  for (const piece of text.split(new RegExp(`(?<=${ending})`, 'u'))) {
    const last = rows.at(-1);
    const isEmpty = piece.trim() === '' && !isOpen;
    const row = isEmpty && last !== undefined ? last : begun;
    row.text += piece;
    row.lines += 1;
    if (piece.split('"').length % 2 === 0) isOpen = !isOpen;
    if (isOpen || isEmpty) continue;
    rows.push(begun);
    begun = { text: '', lines: 0 };
  }
  return begun.text === '' ? rows : [...rows, begun];
}

/** Says nothing of an alias, but of the account, one of its domains or inboxes. */
function isOfAccount({ text }: CsvRow): boolean {
  return /^(?:\*|"\*")[,;\t]/u.test(text);
}

const encoder = new TextEncoder();

function bytesOf({ text }: CsvRow): number {
  return encoder.encode(JSON.stringify(text)).length;
}

/**
 * Cuts a file of aliases into parts that can be imported one after the other; what is wrong with it is for the server to tell.
 * Rows of the account come first, as aliases on its domains need them. @throws LongRowError
 */
export function cutCsv(text: string, limits: CsvLimits): CsvPart[] {
  const [header = { text: '', lines: 0 }, ...rows] = splitRows(text);
  const headerBytes = bytesOf(header);
  const cuts: { rows: CsvRow[]; before: number; lines: number; bytes: number; ofAccount: boolean }[] = [];
  let lines = 0;
  for (const [before, row] of rows.entries()) {
    const bytes = bytesOf(row);
    if (headerBytes + bytes > limits.bytes) throw new LongRowError(header.lines + lines + 1);
    const ofAccount = isOfAccount(row);
    const last = cuts.at(-1);
    if (last?.ofAccount === ofAccount && last.rows.length < limits.rows && last.bytes + bytes <= limits.bytes) {
      last.rows.push(row);
      last.bytes += bytes;
    } else cuts.push({ rows: [row], before, lines, bytes: headerBytes + bytes, ofAccount });
    lines += row.lines;
  }
  const one = { csv: text, rows: 0, lines: 0, size: rows.length };
  const ordered = cuts.toSorted((a, b) => Number(b.ofAccount) - Number(a.ofAccount));
  // Of a few rows the server looks after the order.
  if (rows.length <= limits.rows && headerBytes + cuts.reduce((sum, cut) => sum + cut.bytes, 0) <= limits.bytes)
    return [one];
  return ordered.map((cut) => ({
    csv: header.text + cut.rows.map((row) => row.text).join(''),
    rows: cut.before,
    lines: cut.lines,
    size: cut.rows.length,
  }));
}
