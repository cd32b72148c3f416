import type { ColumnType } from 'kysely';

type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** Sealed octets. */
type Sealed = Buffer;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

/** What happened to an account that its owner should hear of. */
interface SecurityEventsTable {
  id: string;
  userId: string;
  /** JSON. */
  eventSealed: Sealed;
  createdAt: CreatedAt;
}

/** An event that an inbox is still to be told of. */
interface SecurityMailsTable {
  id: string;
  userId: string;
  /** What waits for one inbox goes in one mail. */
  inboxHash: LookupHash;
  /** JSON: the address, and what it may learn of the event. */
  toldSealed: Sealed;
  /** Not before; moved on while it is being sent. */
  dueAt: Date;
  createdAt: CreatedAt;
}

/** Browsers that an account signed in by. */
interface KnownDevicesTable {
  userId: string;
  /** Of user id and cookie. */
  deviceHash: LookupHash;
  lastSeenOn: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface RecoveryCodesTable {
  userId: string;
  /** Of user id and code. */
  codeHash: LookupHash;
  usedAt: Date | null;
}

interface WalletChallengesTable {
  /** SHA-256 of the nonce. */
  nonceHash: Buffer;
  /** SHA-256 of the cookie that binds the challenge to one browser. */
  browserHash: Buffer;
  issuedAt: Date;
  expiresAt: Date;
}

/** What guards an account: proofs of its owner, and what its owner hears of. */
export interface SecurityTables {
  recoveryCodes: RecoveryCodesTable;
  walletChallenges: WalletChallengesTable;
  securityEvents: SecurityEventsTable;
  securityMails: SecurityMailsTable;
  knownDevices: KnownDevicesTable;
}
