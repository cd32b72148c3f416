import type { ColumnType } from 'kysely';

/** bigint as text. */
type Sum = ColumnType<string, string | number, string | number>;

interface ReportDay {
  domainId: string;
  /** UTC. */
  day: Date;
  /** Keyed hash of domain and reporter: the same reporter is another one at the next domain. */
  reporterHash: Buffer;
  reports: number;
}

/** What one receiver of mail saw in a day of mail in the name of a domain. */
interface DmarcReportDaysTable extends ReportDay {
  messages: Sum;
  /** By DKIM or SPF, in alignment, like the next two by one of them. */
  passed: Sum;
  dkimAligned: Sum;
  spfAligned: Sum;
  quarantined: Sum;
  rejected: Sum;
  /** Did not pass, though it came from an address of ours. */
  ownFailed: Sum;
}

/** How sessions of one sender of mail with the hosts of a domain went in a day. */
interface TlsReportDaysTable extends ReportDay {
  succeeded: Sum;
  starttlsFailed: Sum;
  certificateFailed: Sum;
  daneFailed: Sum;
  stsFailed: Sum;
  otherFailed: Sum;
}

/** Reports that were counted: none counts twice. */
interface MailReportsSeenTable {
  reportHash: Buffer;
  seenAt: Date;
}

/** What is to be reported to the owners of other domains, until it is. */
interface ReportRowsTable {
  id: string;
  /** UTC. */
  day: Date;
  kind: 'dmarc' | 'tls';
  /** Keyed hash of the organisation of that domain: the same for all names below it. */
  organisationHash: Buffer;
  /** Keyed hash of the domain that it is about: its rows of a day become one report. */
  subjectHash: Buffer;
  /** Keyed hash of all that it says, so that the same counts up. */
  rowHash: Buffer;
  sealed: Buffer;
  count: Sum;
  /** A process writes the report, or nobody tries again before. */
  claimedUntil: Date | null;
  /** How often the report could not be written, and why not the last time. */
  troubles: ColumnType<number, number | undefined, number>;
  trouble: 'dns' | 'late' | 'failed' | null;
}

/** What mail servers report to each other of mail in the name of domains. */
export interface ReportTables {
  reportRows: ReportRowsTable;
  dmarcReportDays: DmarcReportDaysTable;
  tlsReportDays: TlsReportDaysTable;
  mailReportsSeen: MailReportsSeenTable;
}
