import { sql, type RawBuilder } from 'kysely';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import type { DmarcDay, MailReports, OperatorReports, OwnReports, TlsDay } from '#contract/domains/mail-reports.ts';
import { recordsForReports } from '#core/mail-reports/records-for-reports.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { getManaged, type MemberOf } from '#core/own-domains/read-domains.ts';
import type { Db } from '#database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;

const sums = {
  dmarc: ['messages', 'passed', 'dkimAligned', 'spfAligned', 'quarantined', 'rejected', 'ownFailed'],
  tls: ['succeeded', 'starttlsFailed', 'certificateFailed', 'daneFailed', 'stsFailed', 'otherFailed'],
} as const;
const tables = { dmarc: 'dmarcReportDays', tls: 'tlsReportDays' } as const;

/** What is summed up as one; null: domains of accounts, which have no name here. */
interface Summed<Day> {
  readonly name: string | null;
  readonly days: Day[];
}

/** `name`, `which`: SQL over `domains` joined as `d`: what stands for one sum, and what is looked at. */
interface Look {
  readonly since: string;
  readonly name: RawBuilder<string | null>;
  readonly which: RawBuilder<unknown>;
}

async function readDays<Day extends DmarcDay | TlsDay>(
  db: Db,
  kind: keyof typeof tables,
  { since, name, which }: Look,
): Promise<Summed<Day>[]> {
  const columns = sums[kind].map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`);
  const { rows } = await sql<{ readonly name: string | null; readonly day: string } & Record<string, string>>`
    select ${name} as name, to_char(r.day, 'YYYY-MM-DD') as day, count(distinct r.reporter_hash) as reporters, ${sql.join(columns)}
    from ${sql.table(tables[kind])} r join domains d on d.id = r.domain_id
    where r.day >= ${since}::date and ${which} group by 1, r.day order by r.day desc`.execute(db);
  const found = new Map<string | null, Day[]>();
  for (const { name: of, day, ...counts } of rows) {
    const numbers = Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, Number(count)]));
    found.set(of, [...(found.get(of) ?? []), { day, ...numbers } as Day]);
  }
  return Array.from(found, ([of, days]) => ({ name: of, days }));
}

function daysOf<Day>(found: readonly Summed<Day>[], name: string | null): Day[] {
  return found.find((one) => one.name === name)?.days ?? [];
}

function sinceWhen({ clock }: Pick<CoreContext, 'clock'>): string {
  return new Date(clock.now() - (operatorLimits.volumeDays - 1) * dayMs).toISOString().slice(0, 10);
}

/**
 * What was reported on each shared domain in the last 30 days, and on all domains of accounts together: which names people bring is
 * nobody's business.
 */
export async function readAllReports(context: Pick<CoreContext, 'database' | 'clock'>): Promise<OperatorReports> {
  const name = sql<string | null>`case when d.kind = 'shared' then d.name end`;
  const look = { since: sinceWhen(context), name, which: sql`true` };
  const { db } = context.database;
  const [dmarc, tls] = [await readDays<DmarcDay>(db, 'dmarc', look), await readDays<TlsDay>(db, 'tls', look)];
  const names = new Set([...dmarc, ...tls].map((one) => one.name));
  // No name of a domain comes behind this one.
  const place = (one: string | null): string => one ?? '~';
  const sorted = [...names].toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return { domains: sorted.map((one) => ({ name: one, dmarc: daysOf(dmarc, one), tls: daysOf(tls, one) })) };
}

/** What was reported on a domain of an account in the last 30 days, for its admins. @throws AppError not_found. */
export async function readOwnReports(context: OwnDomainContext, member: MemberOf): Promise<OwnReports> {
  const { db } = context.database;
  const { id, name: domain, kind } = await db.transaction().execute((transaction) => getManaged(transaction, member));
  const name = sql<string | null>`null`;
  const look = { since: sinceWhen(context), name, which: sql`d.id = ${id}::uuid` };
  const reports: MailReports = {
    dmarc: daysOf(await readDays<DmarcDay>(db, 'dmarc', look), null),
    tls: daysOf(await readDays<TlsDay>(db, 'tls', look), null),
  };
  return { ...reports, records: kind === 'own' ? await recordsForReports(context, domain) : [] };
}
