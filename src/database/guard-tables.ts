import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

export interface SessionsTable {
  /** Names the session to its owner; grants nothing. */
  id: Generated<string>;
  /** SHA-256 of the 32-octet token in the cookie. */
  tokenHash: Buffer;
  userId: string;
  authMethod: string;
  /** What it runs on, for its owner to read; null: nobody noted it. */
  deviceSealed: Buffer | null;
  createdAt: CreatedAt;
  lastUsedAt: ColumnType<Date, Date | undefined, Date>;
  /** When its owner last proved an existing sign-in method. */
  confirmedAt: ColumnType<Date, Date | undefined, Date>;
  expiresAt: Date;
}

type ApiKeyScope = 'create' | 'use' | 'aliases' | 'all';

export interface ApiKeysTable {
  id: string;
  userId: string;
  name: string;
  /** SHA-256 of 32 random octets. */
  keyHash: Buffer;
  /** What it opens. */
  scope: ColumnType<ApiKeyScope, ApiKeyScope | undefined, never>;
  /** null: never. */
  expiresAt: Date | null;
  lastUsedOn: Date | null;
  createdAt: CreatedAt;
}

/** Aliases of an account that were deleted or sent elsewhere within the last minutes, so that nobody does it to many unasked. */
export interface AliasChangesTable {
  userId: string;
  /** It may be gone. */
  aliasId: string;
  changedAt: Date;
}

/** What was deleted within the last 31 days, noted by triggers: no restore of a backup brings it back. */
export interface DeletionsTable {
  /** The table; `binned` and `leaving`: what its owner may still take back. */
  kind: string;
  rowId: string;
  deletedAt: Date;
}

/** Inboxes whose owner said "this was not me": never asked, never forwarded to again. */
export interface StoppedAddressesTable {
  addressHash: LookupHash;
  createdAt: CreatedAt;
}

type EndingFormat = 'words' | 'characters';
type SenderFormat = 'at' | 'bracket' | 'name' | 'address' | 'none';

/** Of `users`: what an account chose for aliases that are made up, and for how its mail looks. */
export interface ChoiceColumns {
  /** Takes new aliases that name no domain; null: the first one of the service does. */
  defaultDomainId: string | null;
  /** How their names are made up; null: as whoever asks is used to. */
  aliasFormat: 'words' | 'characters' | 'uuid' | null;
  /** Of endings that apps offer behind a name of one's own. */
  endingFormat: ColumnType<EndingFormat, EndingFormat | undefined, EndingFormat>;
  /** How whoever writes is shown. */
  senderFormat: ColumnType<SenderFormat, SenderFormat | undefined, SenderFormat>;
}
