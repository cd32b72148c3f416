import type { ColumnType } from 'kysely';

type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** Sealed octets: key version, nonce, ciphertext, tag (see core/keys). */
type Sealed = Buffer;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

interface SpoolMessagesTable {
  id: string;
  /** With `keyVersion` a foreign key, so that no key can be destroyed while a message needs it. */
  keyPurpose: ColumnType<'spool', 'spool' | undefined, never>;
  /** Version of the daily `spool` key that sealed this message's parts. */
  keyVersion: number;
  /** JSON, sealed: the original reverse-path, authenticity, arrival. */
  envelopeSealed: Sealed;
  /** Octets of the unsealed body. */
  bodyBytes: number;
  createdAt: CreatedAt;
}

interface SpoolChunksTable {
  messageId: string;
  sequence: number;
  sealed: Sealed;
}

/** The rewritten and signed header block of one alias for one message. */
interface SpoolHeadersTable {
  id: string;
  messageId: string;
  sealed: Sealed;
}

type DeliveryState = 'waiting' | 'in_flight' | 'set_aside' | 'held';

interface SpoolDeliveriesTable {
  id: string;
  messageId: string;
  headerId: string;
  /** Whose quota it counts against; null for mail to the operator. */
  userId: string | null;
  /** Null for system mail. */
  aliasId: string | null;
  /** Read again at each attempt; null for mail to a fixed recipient or when the link is gone. */
  linkId: string | null;
  /** JSON {mailFrom, rcptTo} sealed, for mail that no link leads: system mail, replies, what aliases send. */
  recipientSealed: Sealed | null;
  /** Keyed hash of the destination (domain or smarthost), so that its rows fall due together. */
  destinationHash: LookupHash;
  /** `set_aside`: cannot be read, and is not tried again; its owner is told at its end. `held`: the operator stopped it. */
  state: ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>;
  attempts: ColumnType<number, number | undefined, number>;
  nextAttemptAt: Date;
  expiresAt: Date;
  leaseId: string | null;
  leaseUntil: Date | null;
  /** Names the process that holds the lease. */
  leasedBy: string | null;
  /** No server answered its last attempt: it is due by the schedule, or as soon as one answers. */
  unanswered: ColumnType<boolean, boolean | undefined, boolean>;
  /** When its owner was told that it waits. */
  noticedAt: Date | null;
  /** Another target of the alias has the message: nobody need hear of this one's end. */
  reached: ColumnType<boolean, boolean | undefined, boolean>;
  /** One for all messages that leave with different bodies for the one that came; null: there is only this one. */
  origin: string | null;
  createdAt: CreatedAt;
}

/** The outbox: what an owner or the operator is to be told in a mail of ours. What comes in the same words is counted. */
interface OutgoingNoticesTable {
  id: string;
  /** `joined`: with what else waits; `alone`: in a mail of its own; `warning`: with other warnings, to each inbox of the account. */
  form: ColumnType<'joined' | 'alone' | 'warning', 'joined' | 'alone' | 'warning' | undefined, never>;
  /** Null: for the operator, or an account that is none any more. */
  userId: string | null;
  /** Of a warning: the inbox that it goes to. */
  inboxHash: LookupHash | null;
  /** Keyed hash of account and words; random for a warning, which is never the same as another. */
  wordsHash: ColumnType<LookupHash, LookupHash | undefined, never>;
  /** JSON, sealed. */
  wordsSealed: Sealed;
  count: ColumnType<number, number | undefined, number>;
  /** Not before. */
  dueAt: Date;
  createdAt: CreatedAt;
}

/** The programs on this database. */
interface NodesTable {
  id: string;
  /** It was alone when it came, and has leased nothing: any place may be its. */
  holdsAll: boolean;
  /** Of the kernel's boot and the process namespace; null where the system tells neither. */
  machineHash: Buffer | null;
  processId: number;
  leaseUntil: Date;
}

/** What a program may lend of a limit that all share. */
interface PlaceLeasesTable {
  nodeId: string;
  keyHash: LookupHash;
  places: number;
  /** End of the window, where places are uses within one. */
  endsAt: Date | null;
}

/** Addresses of ours that mail leaves from. */
interface SendAddressesTable {
  /** In its canonical form. */
  address: string;
  /** The day of its first use (UTC). */
  since: Date;
  /** When the operator was told that a block list names it; null: none does. */
  listedAt: Date | null;
}

/** Has a row after a restore, until its operator lets mail go. */
interface DeliveryHoldTable {
  /** When the backup was made. */
  since: Date;
}

/** What the queue keeps, and what programs tell each other. */
export interface SpoolTables {
  spoolMessages: SpoolMessagesTable;
  spoolChunks: SpoolChunksTable;
  spoolHeaders: SpoolHeadersTable;
  spoolDeliveries: SpoolDeliveriesTable;
  outgoingNotices: OutgoingNoticesTable;
  nodes: NodesTable;
  placeLeases: PlaceLeasesTable;
  sendAddresses: SendAddressesTable;
  deliveryHold: DeliveryHoldTable;
}
