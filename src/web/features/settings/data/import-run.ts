import { readTypedForwardTo } from '#contract/account/typed-address.ts';
import type { ImportInput, ImportReport, ImportRow } from '#contract/export.ts';
import { limits } from '#contract/limits.ts';
import { type CsvPart, cutCsv } from '#web/features/settings/data/cut-csv.ts';
import { request } from '#web/lib/request.ts';

export interface ChosenFile {
  readonly file: File;
  readonly domain: string;
  readonly forwardTo: string;
}

/** A file on its way, part by part. Any part may be sent again: it makes nothing twice. */
export interface ImportRun {
  readonly name: string;
  readonly input: Omit<ImportInput, 'csv' | 'before'>;
  readonly parts: readonly CsvPart[];
  /** How many parts were answered. */
  readonly done: number;
  /** What the answered parts report, together. */
  readonly report: ImportReport;
}

/** A part takes the server a second or two. The rest of a request is small. */
const partLimits = { rows: 400, bytes: limits.requestBodyMaxBytes - 64 * 1024 };

function emptyReport(dryRun: boolean): ImportReport {
  return { dryRun, created: 0, skipped: 0, rows: [], domains: [] };
}

/** A run that says what importing a file would do. @throws LongRowError */
export async function readFile({ file, domain, forwardTo }: ChosenFile): Promise<ImportRun> {
  const inboxes = forwardTo.trim() === '' ? {} : { forwardTo: readTypedForwardTo(forwardTo) };
  const parts = cutCsv(await file.text(), partLimits);
  const input = { domain, ...inboxes, dryRun: true };
  return { name: file.name, input, parts, done: 0, report: emptyReport(true) };
}

/** The run that imports what another one checked: that and nothing else. */
export function runForGood({ name, input, parts }: ImportRun): ImportRun {
  return { name, input: { ...input, dryRun: false }, parts, done: 0, report: emptyReport(false) };
}

export function isComplete({ parts, done }: ImportRun): boolean {
  return done === parts.length;
}

/** How many rows were answered, and how many there are. */
export function countRows({ parts, done }: ImportRun): { done: number; all: number } {
  const sum = (some: readonly CsvPart[]) => some.reduce((total, { size }) => total + size, 0);
  return { done: sum(parts.slice(0, done)), all: sum(parts) };
}

/** A dry run leaves nothing behind by which another part could know what it would have made. */
function addReport(report: ImportReport, next: ImportReport): ImportReport {
  const made = new Set(report.rows.flatMap(({ alias, outcome }) => (outcome === 'created' ? [alias] : [])));
  const rows = next.rows.map((row): ImportRow => {
    return row.outcome === 'created' && made.has(row.alias) ? { ...row, outcome: 'taken', message: '' } : row;
  });
  const repeated = rows.filter((row, index) => row !== next.rows[index]).length;
  return {
    dryRun: report.dryRun,
    created: report.created + next.created - repeated,
    skipped: report.skipped + next.skipped + repeated,
    rows: [...report.rows, ...rows],
    domains: [...report.domains, ...next.domains],
  };
}

/** Sends the next part. */
async function takePart(run: ImportRun): Promise<ImportRun> {
  const { input, parts, done, report } = run;
  const part = parts[done];
  if (part === undefined) return run;
  const { csv, rows, lines } = part;
  const before = { rows, lines, created: report.created, domains: report.domains };
  const payload = { csv, ...input, ...(parts.length > 1 && { before }) };
  const answer = await request('POST /api/account/import', { payload });
  return { ...run, done: done + 1, report: addReport(report, answer.report) };
}

/** Goes on part by part, until all are answered or `signal` ends it; one that is under way is waited for. */
export async function takeParts(
  begun: ImportRun,
  signal: AbortSignal,
  onPart: (now: ImportRun) => void,
): Promise<ImportRun> {
  let now = begun;
  onPart(now);
  while (!signal.aborted && !isComplete(now)) {
    now = await takePart(now);
    onPart(now);
  }
  return now;
}

/** Where an import stopped, kept in this tab for whoever read the page again. No address is kept. */
export interface BrokenImport {
  readonly userId: string;
  readonly name: string;
  readonly done: number;
  readonly all: number;
}

const brokenKey = 'import';

export function keepBroken(userId: string, run: ImportRun): void {
  try {
    if (isComplete(run)) sessionStorage.removeItem(brokenKey);
    else sessionStorage.setItem(brokenKey, JSON.stringify({ userId, name: run.name, ...countRows(run) }));
  } catch {
    // Storage may be blocked: then nobody is reminded.
  }
}

export function readBroken(userId: string): BrokenImport | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(brokenKey) ?? 'null') as BrokenImport | null;
    return kept?.userId === userId ? kept : null;
  } catch {
    return null;
  }
}
