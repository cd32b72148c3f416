import type { ColumnType } from 'kysely';

/** When an alias ends by itself; all null for most. */
export interface AliasLife {
  expiresAt: Date | null;
  /** How many messages its owner wants by it. */
  maxMessages: number | null;
  /** How many of those are still to come; null where it has no such limit. */
  messagesLeft: number | null;
  /** It ends after so many days without mail. */
  idleDays: number | null;
  /** Day (UTC) of its last mail, or on which `idleDays` was set; kept only while that is set. */
  lastUsedOn: Date | null;
}

/** What an account calls groups of its aliases by. */
interface LabelsTable {
  id: string;
  userId: string;
  nameSealed: Buffer;
  /** Keyed hash of the account and the name, so that names of two accounts cannot be compared. */
  nameHash: Buffer;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

interface AliasLabelsTable {
  aliasId: string;
  labelId: string;
}

/** Messages of an alias by day, where its owner wants them counted. */
interface AliasDaysTable {
  aliasId: string;
  /** Null: the sum of the days that are over. */
  day: Date | null;
  forwarded: ColumnType<number, number | undefined, number>;
  dropped: ColumnType<number, number | undefined, number>;
  held: ColumnType<number, number | undefined, number>;
  replied: ColumnType<number, number | undefined, number>;
}

/** Changes that can be undone. */
interface UndosTable {
  /** Names the change to its account; grants nothing. */
  id: string;
  userId: string;
  /** What to put back, as JSON. */
  sealed: Buffer;
  createdAt: Date;
}

/** What owners keep about their aliases. */
export interface AliasTables {
  labels: LabelsTable;
  aliasLabels: AliasLabelsTable;
  aliasDays: AliasDaysTable;
  undos: UndosTable;
}
