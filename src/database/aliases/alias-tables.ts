import type { ColumnType, Generated } from 'kysely';

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

/** Which alias belongs to which site. */
interface AliasSitesTable {
  aliasId: string;
  /** Keyed hash of the account and the registrable host, so that a copied database shows no site, and joins no two accounts by one. */
  siteHash: Buffer;
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

/** Numbers by which clients of SimpleLogin name what an account has: each stands for one thing. */
interface ClientNumbersTable {
  userId: string;
  number: number;
  aliasId: string | null;
  targetId: string | null;
  domainId: string | null;
  contactHash: Buffer | null;
}

/** What owners keep about their aliases. */
export interface AliasTables {
  labels: LabelsTable;
  aliasLabels: AliasLabelsTable;
  aliasSites: AliasSitesTable;
  aliasDays: AliasDaysTable;
  undos: UndosTable;
  clientNumbers: ClientNumbersTable;
}

type UnsubscribeWish = 'author' | 'pause' | 'block';

/** Of an alias. */
export interface FromNameColumn {
  /** The name beside its address in what it sends; null: that of its domain, or what its owner's program wrote. */
  fromNameSealed: Buffer | null;
}

/** Of an inbox, about what its owner sends from it. */
export interface SendingColumns {
  /** Replies from it go out. */
  maySend: ColumnType<boolean, boolean | undefined, boolean>;
  /** Keys and signatures of its owner are taken out of them. */
  dropKeys: ColumnType<boolean, boolean | undefined, boolean>;
  dropSignatures: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Of an alias. */
export interface UnsubscribeColumns {
  /** What the unsubscribe button of its mail does, and whether such a button paused it. */
  unsubscribe: ColumnType<UnsubscribeWish, UnsubscribeWish | undefined, UnsubscribeWish>;
  pausedByLink: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Reverse addresses. Opened only by the token itself, which is stored nowhere. */
export interface ContactsTable {
  /** SHA-256 of the token. */
  tokenHash: Buffer;
  aliasId: string;
  /** The correspondent's address, sealed under HKDF(token). */
  correspondentSealed: Buffer;
  blockedAt: Date | null;
  /** By the unsubscribe button of their mail. */
  blockedByLink: ColumnType<boolean, boolean | undefined, boolean>;
  /** The first day of the month (UTC) in which it was last used. */
  lastUsedMonth: ColumnType<Date, Date | string | undefined, Date | string>;
  /** Empty, like the next: they go with the next release. */
  lastUsedOn: Date | null;
  createdAt: Date | null;
}

/** Of an inbox, about mail that it does not take. */
export interface RefusedColumns {
  /** Since when it has had no room for mail, for how many messages of three, and of whom: keyed hashes of 16 octets. */
  fullSince: Date | null;
  fullMessages: Generated<number>;
  fullSenders: Buffer | null;
  /** How many messages it refused for what they are while others took them, within 30 days from when, and with which status the last. */
  refusedSince: Date | null;
  refusedMessages: Generated<number>;
  refusedStatus: string | null;
}
