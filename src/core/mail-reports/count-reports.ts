import { sql } from 'kysely';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';
import { snakeCase } from '#contract/letter-case.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than a report may be old (`isTimely`). */
const seenDays = 30;
const oldestDays = 14;
/** A report is about a day, or a week at most. */
const longestDays = 8;

/** So many who report on a domain in a day, and so many reports of one: ten times what there is of honest ones. */
const maxReporters = 100;
const maxReports = 48;
/** More than any receiver gets of us in a day. */
const maxTotal = 1_000_000_000;

/** Which report it is: whose, about which domain, of which time. */
export interface ReportName {
  readonly kind: 'dmarc' | 'tls';
  readonly domainId: string;
  /** The organisation that is proven to report. */
  readonly reporter: string;
  /** As the reporter names it. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
}

export interface DmarcSums {
  readonly messages: number;
  readonly passed: number;
  readonly dkimAligned: number;
  readonly spfAligned: number;
  readonly quarantined: number;
  readonly rejected: number;
  readonly ownFailed: number;
}

export interface TlsSums {
  readonly succeeded: number;
  readonly starttlsFailed: number;
  readonly certificateFailed: number;
  readonly daneFailed: number;
  readonly stsFailed: number;
  readonly otherFailed: number;
}

export type Counted = 'counted' | 'known' | 'untimely' | 'too_many';

const tables = { dmarc: 'dmarc_report_days', tls: 'tls_report_days' } as const;

/** The day in the middle of what it is about. Neither in the future, but for clocks that differ, nor long ago. */
function dayOf({ begin, end }: ReportName, now: number): string | null {
  const middle = begin + (end - begin) / 2;
  const isTimely =
    end >= begin && end - begin <= longestDays * dayMs && begin >= now - oldestDays * dayMs && middle <= now;
  return isTimely ? new Date(middle).toISOString().slice(0, 10) : null;
}

/** False: it was counted before. */
async function noteSeen(db: Db, keys: KeyRing, { kind, domainId, reporter, id }: ReportName, seenAt: Date) {
  const reportHash = keys.lookupHash('mail_reports_seen.report', JSON.stringify([kind, domainId, reporter, id]));
  const noted = await db
    .insertInto('mailReportsSeen')
    .values({ reportHash, seenAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reportHash')
    .executeTakeFirst();
  return noted !== undefined;
}

/** False: the reporter or the day has had too many. */
async function addUp(
  db: Db,
  keys: KeyRing,
  { kind, domainId, reporter }: ReportName,
  { day, sums }: { readonly day: string; readonly sums: Readonly<Record<string, number>> },
): Promise<boolean> {
  const table = sql.table(tables[kind]);
  const hash = keys.lookupHash('report_days.reporter', `${domainId} ${reporter}`);
  const names = Object.keys(sums).map(snakeCase);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(Object.values(sums).map((sum) => sql`${sum}::bigint`));
  const added = sql.join(
    names.map((name) => sql`${sql.ref(name)} = days.${sql.ref(name)} + excluded.${sql.ref(name)}`),
  );
  const { rows } = await sql`
    insert into ${table} as days (domain_id, day, reporter_hash, reports, ${columns})
    select ${domainId}::uuid, ${day}::date, ${hash}::bytea, 1, ${values}
    where (select count(*) from ${table} as others where others.domain_id = ${domainId}::uuid
      and others.day = ${day}::date and others.reporter_hash <> ${hash}::bytea) < ${maxReporters}
    on conflict (domain_id, day, reporter_hash) do update set reports = days.reports + 1, ${added}
    where days.reports < ${maxReports}
    returning days.reports`.execute(db);
  return rows.length > 0;
}

/**
 * Adds a report to the sums of its domain and day, once. Reporters count by what they proved to be, and nobody can drown
 * the others: each has a row of its own. @throws Error when the database does not answer, or the domain is gone.
 */
export async function countReport(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  report: ReportName,
  sums: DmarcSums | TlsSums,
): Promise<Counted> {
  const now = clock.now();
  const day = dayOf(report, now);
  if (day === null) return 'untimely';
  if (Object.values({ ...sums }).some((sum: number) => sum > maxTotal)) return 'too_many';
  return database.db.transaction().execute(async (transaction) => {
    if (!(await noteSeen(transaction, keys, report, new Date(now)))) return 'known';
    return (await addUp(transaction, keys, report, { day, sums: { ...sums } })) ? 'counted' : 'too_many';
  });
}

/** Forgets sums of 90 days ago, and which reports came so long ago that none of them counts again. */
export async function removeOldMailReports({
  database: { db },
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const first = new Date(now - operatorLimits.mailReportDays * dayMs).toISOString().slice(0, 10);
  for (const table of ['dmarcReportDays', 'tlsReportDays'] as const) {
    await db
      .deleteFrom(table)
      .where('day', '<', sql<Date>`${first}::date`)
      .execute();
  }
  const seenUntil = new Date(now - seenDays * dayMs);
  await db.deleteFrom('mailReportsSeen').where('seenAt', '<', seenUntil).execute();
}
