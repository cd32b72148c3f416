import { sql } from 'kysely';
import { z } from 'zod';
import type { CoreContext } from '#core/core-context.ts';
import { organisationOf } from '#core/organisation.ts';
import { gatherCounts, type Counted, type Ending } from '#core/stats/gather-counts.ts';

const dmarcRowSchema = z.object({
  /** Where the policy is that was applied. */
  domain: z.string(),
  headerFrom: z.string(),
  sourceIp: z.string(),
  disposition: z.enum(['pass', 'none', 'quarantine', 'reject']),
  dkim: z.boolean(),
  spf: z.boolean(),
  reason: z.enum(['trusted_forwarder', 'local_policy']).nullable(),
  dkimResults: z.array(z.object({ domain: z.string(), selector: z.string(), result: z.string() })).readonly(),
  spfResult: z.object({ domain: z.string(), result: z.string() }).nullable(),
});
/** What is told of a message to the owner of the domain in its From: nothing of whom it was for. */
export type DmarcRow = z.infer<typeof dmarcRowSchema>;

const tlsRowSchema = z.object({
  domain: z.string(),
  policy: z.object({
    type: z.enum(['tlsa', 'sts', 'no-policy-found']),
    lines: z.array(z.string()).readonly(),
    hosts: z.array(z.string()).readonly(),
  }),
  host: z.string().nullable(),
  fault: z
    .enum([
      'starttls-not-supported',
      'certificate-host-mismatch',
      'certificate-expired',
      'certificate-not-trusted',
      'validation-failure',
    ])
    .nullable(),
});
/** What is told of a connection to the owner of the domain that mail was for. */
export type TlsRow = z.infer<typeof tlsRowSchema>;

export const rowSchemas = { dmarc: dmarcRowSchema, tls: tlsRowSchema } as const;
export type Kind = keyof typeof rowSchemas;

/** Notes what is to be reported; where no reports are sent, nothing. Nobody waits for it. */
export interface ReportRows {
  /** Who would only build a row to have it dropped asks first. */
  readonly wants: { readonly dmarc: boolean; readonly tls: boolean };
  dmarc(row: DmarcRow): void;
  tls(row: TlsRow): void;
}

export const noReportRows: ReportRows = { wants: { dmarc: false, tls: false }, dmarc: () => {}, tls: () => {} };

/** Different rows that a process gathers before it writes: what comes beyond them is not reported. */
const maxGathered = 2_000;
/**
 * Different rows in a day and of a kind, of one organisation and of all: many times what honest mail has. By organisation, as whoever owns
 * a name has any number of names below it.
 */
const maxRows = { organisation: 1_000, day: 100_000 };

/** Records are looked for at names alone: neither at address literals nor at what only looks like one. */
const domainName = /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+$/u;

interface Gathered {
  readonly day: string;
  readonly kind: Kind;
  readonly subject: string;
  readonly text: string;
}

export type RowContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random' | 'log'>;

export function sealContext(id: string) {
  return { field: 'report_rows.sealed', rowId: id };
}

/** The same for all domains of an organisation, and for both kinds of reports. */
export function hashOrganisation({ keys }: Pick<RowContext, 'keys'>, organisation: string): Buffer {
  return keys.lookupHash('report_rows.organisation', organisation);
}

async function seal(
  { keys, random }: Pick<RowContext, 'keys' | 'random'>,
  { day, kind, subject, text, count }: Counted<Gathered>,
) {
  const id = random.uuid();
  return {
    id,
    day,
    kind,
    organisationHash: hashOrganisation({ keys }, await organisationOf(subject)),
    subjectHash: keys.lookupHash('report_rows.subject', `${kind} ${subject}`),
    rowHash: keys.lookupHash('report_rows.row', `${day} ${kind} ${text}`),
    sealed: keys.seal(sealContext(id), text),
    count,
  };
}

/** Adds rows up. Those beyond what an organisation or a day may have are left out, those that are there go on counting. */
async function writeRows(context: RowContext, rows: readonly Counted<Gathered>[]): Promise<void> {
  const sealed = await Promise.all(rows.map((row) => seal(context, row)));
  const column = <Name extends keyof (typeof sealed)[number]>(name: Name) => sealed.map((row) => row[name]);
  await sql`
    with given as (
      select * from unnest(${column('id')}::uuid[], ${column('day')}::date[], ${column('kind')}::text[],
        ${column('organisationHash')}::bytea[], ${column('subjectHash')}::bytea[], ${column('rowHash')}::bytea[],
        ${column('sealed')}::bytea[], ${column('count')}::bigint[])
        as g (id, day, kind, organisation_hash, subject_hash, row_hash, sealed, count)),
    kept as (
      select day, kind, organisation_hash, count(*) as rows from report_rows
      where (day, kind, organisation_hash) in (select day, kind, organisation_hash from given)
      group by day, kind, organisation_hash),
    kept_all as (
      select day, kind, count(*) as rows from report_rows
      where (day, kind) in (select day, kind from given) group by day, kind),
    placed as (
      select given.*, known.row_hash is not null as known,
        coalesce(kept.rows, 0) + row_number() over (
          partition by given.day, given.kind, given.organisation_hash order by given.row_hash) as of_organisation,
        coalesce(kept_all.rows, 0) + row_number() over (
          partition by given.day, given.kind order by given.row_hash) as of_all
      from given left join kept using (day, kind, organisation_hash) left join kept_all using (day, kind)
      left join report_rows known on known.row_hash = given.row_hash)
    insert into report_rows (id, day, kind, organisation_hash, subject_hash, row_hash, sealed, count)
    select id, day, kind, organisation_hash, subject_hash, row_hash, sealed, count from placed
    where known or (of_organisation <= ${maxRows.organisation} and of_all <= ${maxRows.day})
    order by row_hash
    on conflict (row_hash) do update set count = report_rows.count + excluded.count`.execute(context.database.db);
}

/**
 * Gathers in memory what is to be reported and writes it sealed every ten seconds (`gatherCounts`): no message waits for it, and
 * a crash loses seconds of numbers.
 */
export function createReportRows(
  context: RowContext,
  ending: Ending,
  wanted: { readonly dmarc: boolean; readonly tls: boolean },
): ReportRows {
  if (!wanted.dmarc && !wanted.tls) return noReportRows;
  let gathered = 0;
  const count = gatherCounts<Gathered>(context, ending, {
    fault: 'report_rows_not_written',
    write: (rows) => {
      gathered = 0;
      return writeRows(context, rows);
    },
  });
  const add = (kind: Kind, row: DmarcRow | TlsRow): void => {
    if (!wanted[kind] || gathered >= maxGathered || !domainName.test(row.domain)) return;
    const day = new Date(context.clock.now()).toISOString().slice(0, 10);
    const text = JSON.stringify(row);
    count(`${day} ${kind} ${text}`, () => {
      gathered += 1;
      return { day, kind, subject: row.domain, text };
    });
  };
  return { wants: wanted, dmarc: (row) => add('dmarc', row), tls: (row) => add('tls', row) };
}
