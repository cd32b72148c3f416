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
  knownDevices: KnownDevicesTable;
}
