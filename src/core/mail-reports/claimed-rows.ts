import { sql } from 'kysely';
import type { z } from 'zod';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import {
  type DmarcRow,
  hashOrganisation,
  type Kind,
  type RowContext,
  rowSchemas,
  sealContext,
  type TlsRow,
} from '#core/mail-reports/report-rows.ts';
import { organisationOf } from '#core/organisation.ts';
import type { Counted } from '#core/stats/gather-counts.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Where a process died meanwhile, and after the first trouble; twice as long after each further one. */
const againAfterMs = 2 * hourMs;
/** After so many it is given up: a day and a half later. */
const maxTroubles = 5;

/** Why a report could not be written: DNS does not answer, it took too long, or a fault of ours. */
export type Trouble = 'dns' | 'late' | 'failed';

/** All rows of one domain and day, claimed by this process. */
export type ClaimedRows = {
  readonly ids: readonly string[];
  /** UTC, ISO. */
  readonly day: string;
  readonly domain: string;
  readonly organisation: string;
  /** So often it was tried in vain. */
  readonly troubles: number;
} & (
  | { readonly kind: 'dmarc'; readonly rows: readonly Counted<DmarcRow>[] }
  | { readonly kind: 'tls'; readonly rows: readonly Counted<TlsRow>[] }
);

interface RawRow {
  readonly id: string;
  readonly day: string;
  readonly kind: Kind;
  readonly sealed: Buffer;
  readonly count: string;
  readonly troubles: number;
}

/**
 * Claims what is to be reported of one domain on a day that is over; null: nothing is left for now. What failed twice comes behind all
 * else. Others leave it alone for a while: two that come at once wait for the same row, and the second finds it claimed.
 */
export async function claimReportRows(
  { database, keys, clock }: Pick<RowContext, 'database' | 'keys' | 'clock'>,
  before: string,
): Promise<ClaimedRows | null> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const { rows } = await sql<RawRow>`
    with next as (
      select day, kind, subject_hash from report_rows
      where day < ${before}::date and (claimed_until is null or claimed_until <= ${now})
      order by (troubles > 1), day, kind, organisation_hash, subject_hash, id limit 1 for update)
    update report_rows r set claimed_until = ${new Date(nowMs + againAfterMs)} from next
    where r.day = next.day and r.kind = next.kind and r.subject_hash = next.subject_hash
      and (r.claimed_until is null or r.claimed_until <= ${now})
    returning r.id, to_char(r.day, 'YYYY-MM-DD') as day, r.kind, r.sealed, r.count, r.troubles`.execute(database.db);
  const [first] = rows;
  if (first === undefined) return null;
  const open = <Row>(schema: z.ZodType<Row>) =>
    rows.map((row) => ({
      ...schema.parse(JSON.parse(keys.open(sealContext(row.id), row.sealed).toString())),
      count: Number(row.count),
    }));
  const { day, kind, troubles } = first;
  const opened = kind === 'dmarc' ? { kind, rows: open(rowSchemas.dmarc) } : { kind, rows: open(rowSchemas.tls) };
  const domain = opened.rows[0]?.domain ?? '';
  return {
    ids: rows.map(({ id }) => id),
    day,
    domain,
    organisation: await organisationOf(domain),
    troubles,
    ...opened,
  };
}

type Claim = Pick<ClaimedRows, 'ids'>;

/** Leaves it to whoever comes next. */
export async function releaseReportRows({ database }: Pick<RowContext, 'database'>, { ids }: Claim): Promise<void> {
  await sql`update report_rows set claimed_until = null where id = any(${ids}::uuid[])`.execute(database.db);
}

/** Puts off what could not be written, longer each time. */
export async function putOffReportRows(
  { database, clock }: Pick<RowContext, 'database' | 'clock'>,
  { ids, troubles }: Pick<ClaimedRows, 'ids' | 'troubles'>,
  trouble: Trouble,
): Promise<void> {
  const until = new Date(clock.now() + againAfterMs * 2 ** troubles);
  await sql`
    update report_rows set claimed_until = ${until}, troubles = ${troubles + 1}::int, trouble = ${trouble}
    where id = any(${ids}::uuid[])`.execute(database.db);
}

/** Erases rows whose report is on its way, or that nobody wants to have. */
export async function eraseReportRows({ database }: Pick<RowContext, 'database'>, { ids }: Claim): Promise<void> {
  await sql`delete from report_rows where id = any(${ids}::uuid[])`.execute(database.db);
}

/** Erases what else is to be told to an organisation of days that are over: it has had its reports. */
export async function eraseOrganisation(
  context: Pick<RowContext, 'database' | 'keys'>,
  organisation: string,
  before: string,
): Promise<void> {
  await sql`
    delete from report_rows
    where organisation_hash = ${hashOrganisation(context, organisation)} and day < ${before}::date
      and kind in ('dmarc', 'tls')`.execute(context.database.db);
}

/** Why reports were given up; `waited`: nobody came to write them. */
export type GivenUp = Readonly<Record<Trouble | 'waited', number>>;

/** Erases what could not be reported for days, or so often. @returns of how many domains, and why. */
export async function giveUpReports({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<GivenUp> {
  const before = new Date(clock.now() - (operatorLimits.reportRowDays - 1) * dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<{ why: keyof GivenUp; subjects: string }>`
    with over as (
      delete from report_rows where day < ${before}::date or (troubles > 1 and troubles >= ${maxTroubles}::int)
      returning day, kind, subject_hash, coalesce(trouble, 'waited') as why)
    select why, count(distinct (day, kind, subject_hash)) as subjects from over group by why`.execute(database.db);
  const counts = Object.fromEntries(rows.map(({ why, subjects }) => [why, Number(subjects)]));
  return { dns: 0, late: 0, failed: 0, waited: 0, ...counts };
}

/** Erases what is not to be reported any more: the operator changed their mind. */
export async function dropReportRows(
  { database }: Pick<CoreContext, 'database'>,
  kinds: readonly Kind[],
): Promise<void> {
  if (kinds.length > 0) await sql`delete from report_rows where kind = any(${kinds}::text[])`.execute(database.db);
}

/** What tells one report from all others, in letters and digits: the same whenever it is written. */
export function reportNumber({ keys }: Pick<RowContext, 'keys'>, { kind, day, domain }: ClaimedRows): string {
  return keys.lookupHash('report_rows.report', `${kind} ${day} ${domain}`).toString('hex').slice(0, 24);
}
