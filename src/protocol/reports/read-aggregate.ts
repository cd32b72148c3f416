import { setImmediate as pause } from 'node:timers/promises';
import { readXml } from '#protocol/reports/read-xml.ts';
import { readCount, readDomain, readReportId, readTime } from '#protocol/reports/report-values.ts';

/** Messages that came from one address and met one fate. */
export interface AggregateRow {
  readonly sourceIp: string;
  readonly count: number;
  readonly disposition: 'none' | 'quarantine' | 'reject';
  /** Passed in alignment with the author's domain. */
  readonly dkim: boolean;
  readonly spf: boolean;
}

/** An aggregate report of DMARC: what one receiver saw of mail in the name of one domain. */
export interface AggregateReport {
  readonly id: string;
  /** Whose policy was applied: A-label in lower case. */
  readonly domain: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
  readonly rows: readonly AggregateRow[];
}

const maxRows = 20_000;
/** Other things get their turn after so many elements or characters. */
const atOnce = { elements: 2_000, characters: 64 * 1024 };

const record = 'feedback/record';
const row = `${record}/row`;
const evaluated = `${row}/policy_evaluated`;

/** RFC 9990 has `pass` for what passed, where RFC 7489 had `none` for all that was let through. */
function readDisposition(text = ''): AggregateRow['disposition'] | null {
  const disposition = text.toLowerCase();
  if (disposition === 'quarantine' || disposition === 'reject') return disposition;
  return disposition === 'none' || disposition === 'pass' ? 'none' : null;
}

function readRow(values: ReadonlyMap<string, string>): AggregateRow | null {
  const count = readCount(values.get(`${row}/count`));
  const disposition = readDisposition(values.get(`${evaluated}/disposition`));
  if (count === null || disposition === null) return null;
  const passed = (method: string): boolean => values.get(`${evaluated}/${method}`)?.toLowerCase() === 'pass';
  const sourceIp = values.get(`${row}/source_ip`) ?? '';
  return { sourceIp, count, disposition, dkim: passed('dkim'), spf: passed('spf') };
}

function readHead(values: ReadonlyMap<string, string>): Omit<AggregateReport, 'rows'> | null {
  const timeOf = (name: string): number | null => {
    const seconds = readCountOfSeconds(values.get(`feedback/report_metadata/date_range/${name}`));
    return seconds === null ? null : readTime(seconds * 1000);
  };
  const id = readReportId(values.get('feedback/report_metadata/report_id'));
  const domain = readDomain(values.get('feedback/policy_published/domain') ?? '');
  const begin = timeOf('begin');
  const end = timeOf('end');
  return id === null || domain === null || begin === null || end === null ? null : { id, domain, begin, end };
}

function readCountOfSeconds(text = ''): number | null {
  return /^\d{1,11}$/u.test(text) ? Number(text) : null;
}

/**
 * Reads an aggregate report (RFC 9990, and RFC 7489 before it). Null: it is none, has more than 20,000 records, or says
 * something twice that stands there once. Never throws; pauses on its way, so that nothing else waits long.
 */
export async function readAggregate(xml: string): Promise<AggregateReport | null> {
  const rows: AggregateRow[] = [];
  const head = new Map<string, string>();
  let values = new Map<string, string>();
  let [elements, pausedAt] = [0, 0];
  for (const element of readXml(xml)) {
    if (element === 'broken') return null;
    const { path, text, end } = element;
    elements += 1;
    if (elements >= atOnce.elements || end - pausedAt >= atOnce.characters) {
      await pause();
      [elements, pausedAt] = [0, end];
    }
    if (path === record) {
      const read = readRow(values);
      if (read === null || rows.length === maxRows) return null;
      rows.push(read);
      values = new Map();
      continue;
    }
    const inRow = path.startsWith(`${record}/`);
    // Reasons and results of authentication are many, and not looked at.
    if (inRow && !path.startsWith(`${row}/`)) continue;
    (inRow ? values : head).set(path, text);
  }
  const read = readHead(head);
  return read && { ...read, rows };
}
