import type { ColumnType } from 'kysely';

/** Sealed octets. */
type Sealed = Buffer;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

/** Of an account: what becomes of mail that would be refused. */
export interface HoldingColumns {
  /** How long it is held; 0: it is refused; null: its owner was not asked yet, and it is refused, too. */
  holdDays: number | null;
  /** Its owner gets a mail a day about what is held. */
  heldDigest: ColumnType<boolean, boolean | undefined, boolean>;
  /** The day (UTC) of the last one. */
  heldDigestOn: ColumnType<Date | null, never, Date | null>;
}

interface SenderRulesTable {
  id: string;
  userId: string;
  /** Null: for all aliases of the account. */
  aliasId: string | null;
  /** Of what the rule is for and whom it is about: finds it when they write, and joins nothing. */
  matchHash: LookupHash;
  matchSealed: Sealed;
  action: 'block' | 'allow' | 'hold';
  /** Allow: also where the sender's domain wants the message refused. */
  evenIfRejected: ColumnType<boolean, boolean | undefined, boolean>;
  /** False: it is kept, and does nothing. */
  active: ColumnType<boolean, boolean | undefined, boolean>;
  createdAt: Date;
}

export type HeldReason = 'unauthenticated' | 'rejected' | 'spam' | 'rule';

/** A message that one alias would have refused. */
interface HeldMailTable {
  id: string;
  userId: string;
  aliasId: string;
  /** With `keyVersion` a foreign key, so that no key can be destroyed while a message needs it. */
  keyPurpose: ColumnType<'spool', 'spool' | undefined, never>;
  keyVersion: number;
  /** JSON: who sent it, its subject, and what was found out about its sender. */
  envelopeSealed: Sealed;
  reason: HeldReason;
  /** Octets as received. */
  bytes: number;
  /** A digest has named it. */
  told: ColumnType<boolean, boolean | undefined, boolean>;
  receivedAt: ColumnType<Date, Date | undefined, never>;
  expiresAt: Date;
}

/** The message as received, in parts. */
interface HeldChunksTable {
  heldId: string;
  sequence: number;
  sealed: Sealed;
}

/** How many messages an alias refused in a week, of owners who want none held. */
interface AliasRefusalsTable {
  aliasId: string;
  /** Its Monday (UTC). */
  week: Date;
  count: number;
}

interface TraceLinesTable {
  id: string;
  /** With the alias, names the link whose end erases it. */
  kind: ColumnType<'trace', undefined, never>;
  aliasId: string;
  /** JSON: time, event, verdict, reply. */
  sealed: Sealed;
}

export interface HeldTables {
  senderRules: SenderRulesTable;
  heldMail: HeldMailTable;
  heldChunks: HeldChunksTable;
  aliasRefusals: AliasRefusalsTable;
  traceLines: TraceLinesTable;
}
