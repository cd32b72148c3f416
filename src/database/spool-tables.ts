import type { ColumnType } from 'kysely';

type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** Sealed octets: key version, nonce, ciphertext, tag (see core/keys). */
type Sealed = Buffer;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

export interface SpoolMessagesTable {
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

export interface SpoolChunksTable {
  messageId: string;
  sequence: number;
  sealed: Sealed;
}

/** The rewritten and signed header block of one alias for one message. */
export interface SpoolHeadersTable {
  id: string;
  messageId: string;
  sealed: Sealed;
}

export interface SpoolDeliveriesTable {
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
  state: ColumnType<'waiting' | 'in_flight', 'waiting' | 'in_flight' | undefined, 'waiting' | 'in_flight'>;
  attempts: ColumnType<number, number | undefined, number>;
  nextAttemptAt: Date;
  expiresAt: Date;
  leaseId: string | null;
  leaseUntil: Date | null;
  /** When its owner was told that it waits. */
  noticedAt: Date | null;
  /** Another target of the alias has the message: nobody need hear of this one's end. */
  reached: ColumnType<boolean, boolean | undefined, boolean>;
  createdAt: CreatedAt;
}
