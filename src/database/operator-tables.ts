import type { ColumnType } from 'kysely';

/** What operators looked at and did. It only grows: a trigger refuses everything else. */
interface OperatorLogTable {
  /** From 1, without a gap. bigint as text. */
  number: string;
  at: Date;
  /** JSON. */
  entrySealed: Buffer;
  /** Keyed hash of this entry and of the hash before it. */
  hash: Buffer;
}

/** Accounts that may open the operator's page. */
interface OperatorsTable {
  userId: string;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

/** Destinations at which nothing is tried. */
interface QueueHoldsTable {
  /** As in `spool_deliveries`. */
  destinationHash: Buffer;
  nameSealed: Buffer;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

/** Senders whose mail is refused, whoever it is for. */
interface SenderBlocksTable {
  /** Keyed hash of an address or a domain. */
  nameHash: Buffer;
  nameSealed: Buffer;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

/** Complaints that came to abuse@. */
interface AbuseReportsTable {
  id: string;
  userId: string;
  kind: 'sent' | 'forwarded' | 'named';
  at: Date;
}

/** What a program found wrong when it looked at itself, so that the operator hears of changes alone. */
interface WatchesTable {
  /** `service`, or `node` and the name of a machine; `echo` and the hash of a test mail. */
  scope: string;
  /** Of a machine: the name it gives in greetings. */
  mailHostname: string | null;
  lookedAt: Date;
  /** When it looked at everything. */
  examinedAt: Date;
  /** JSON. */
  alarmsSealed: Buffer;
}

/** What the operator's commands and page keep. */
/** Events and page views by day and name; nothing about who. */
interface DailyCountsTable {
  day: Date;
  name: string;
  category: ColumnType<string, string | undefined, string>;
  label: ColumnType<string, string | undefined, string>;
  count: ColumnType<string, string | number | undefined, string | number>;
}

export interface OperatorTables {
  dailyCounts: DailyCountsTable;
  operatorLog: OperatorLogTable;
  operators: OperatorsTable;
  queueHolds: QueueHoldsTable;
  senderBlocks: SenderBlocksTable;
  abuseReports: AbuseReportsTable;
  watches: WatchesTable;
}
