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

/** What the owner of an account hears of it. */
export interface SecurityTables {
  securityEvents: SecurityEventsTable;
  securityMails: SecurityMailsTable;
  knownDevices: KnownDevicesTable;
}
