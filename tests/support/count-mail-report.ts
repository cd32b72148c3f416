import { countReport } from '#core/mail-reports/count-reports.ts';
import type { CoreContext } from '#core/core-context.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Reports of one organisation about a domain on the days before: mail that failed and mail that did not, connections likewise. */
export async function countMailReports(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  domain: string,
  days = 2,
): Promise<void> {
  const { id } = await context.database.db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', domain)
    .executeTakeFirstOrThrow();
  for (let ago = 1; ago <= days; ago += 1) {
    const end = context.clock.now() - (ago - 1) * dayMs;
    const report = { domainId: id, reporter: 'reporter.example', id: `day ${ago}`, begin: end - dayMs, end };
    await countReport(
      context,
      { ...report, kind: 'dmarc' },
      { messages: 1204, passed: 1190, dkimAligned: 1190, spfAligned: 800, quarantined: 9, rejected: 5, ownFailed: 2 },
    );
    await countReport(
      context,
      { ...report, kind: 'tls' },
      { succeeded: 3310, starttlsFailed: 0, certificateFailed: 4, daneFailed: 0, stsFailed: 1, otherFailed: 0 },
    );
  }
}
