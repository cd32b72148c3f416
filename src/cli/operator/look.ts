import type { DomainCommandContext } from '#cli/database.ts';
import { by, withOperator } from '#cli/operator/with-operator.ts';
import {
  accountAges,
  mailRecords,
  type AbuseReports,
  type CertificateHealth,
  type DomainHealth,
  type RecordState,
} from '#contract/operator.ts';
import { listReportedAccounts } from '#core/operator/abuse-reports.ts';
import { lookAtHealth, lookAtVolume } from '#core/operator/look-around.ts';

type Print = (line: string) => void;

/** What complaints prove of an account, in words. */
export function describeReports({ sent, forwarded, named, lastAt }: AbuseReports): string {
  if (lastAt === null) return 'none';
  const proven = `${sent} about what it sent, ${forwarded} about what was forwarded to it`;
  return `${proven}, ${named} that merely name it; the last ${lastAt}`;
}

/** `account reported`: prints the accounts that complaints lead to. @throws StartError one clear line. */
export async function runAccountReported(command: DomainCommandContext, print: Print): Promise<void> {
  const reported = await withOperator(command, (context) => listReportedAccounts(context, by));
  if (reported.length === 0) print('No complaint leads to an account.');
  for (const { name, reports } of reported) print(`${name}  ${describeReports(reports)}`);
}

const columns = ['day        ', ...['forwarded', 'sent'].flatMap((kind) => accountAges.map((age) => `${kind} ${age}`))];

/** `volume`: prints the messages of the last 30 days by the age of the accounts. @throws StartError one clear line. */
export async function runVolume(command: DomainCommandContext, print: Print): Promise<void> {
  const days = await withOperator(command, (context) => lookAtVolume(context, by));
  print(columns.join('  '));
  for (const { day, forwarded, sent } of days.toReversed()) {
    const counts = [forwarded, sent].flatMap((byAge) => accountAges.map((age) => String(byAge[age])));
    const cells = [
      day.padEnd(columns[0]?.length ?? 0),
      ...counts.map((text, index) => text.padStart(columns[index + 1]?.length ?? 0)),
    ];
    print(cells.join('  '));
  }
}

const stateWords: Record<RecordState, string> = {
  ok: 'in order',
  missing: 'missing',
  other: 'does not fit',
  unknown: 'no answer',
};
const recordNames = { mx: 'MX', spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mtaSts: 'MTA-STS' };

function lineOfDomain({ name, retired, records }: DomainHealth): string {
  const wrong = mailRecords.filter((record) => records[record] !== 'ok');
  const states = wrong.map((record) => `${recordNames[record]} ${stateWords[records[record]]}`);
  return `${name}${retired ? ', retired' : ''}: ${states.length === 0 ? 'in order' : states.join(', ')}`;
}

function lineOfCertificate({ name, endsAt, ended, failure }: CertificateHealth): string {
  const state = endsAt === null ? 'none yet' : `${ended ? 'ended on' : 'good until'} ${endsAt}`;
  return `certificate of ${name}: ${state}${failure === null ? '' : ` (${failure})`}`;
}

/** `health`: prints how domains and certificates stand. @throws StartError one clear line. */
export async function runHealth(command: DomainCommandContext, print: Print): Promise<void> {
  const { domains, certificates } = await withOperator(command, (context) => lookAtHealth(context, by));
  for (const domain of domains) print(lineOfDomain(domain));
  for (const certificate of certificates) print(lineOfCertificate(certificate));
  print('doctor looks deeper, and says what to do.');
}
