import type { ColumnType } from 'kysely';

type MoveService = 'simplelogin' | 'addy' | 'forward-email' | 'improvmx' | 'firefox-relay';
type MoveReason = 'yours' | 'moved' | 'deleted' | 'pattern' | 'name' | 'unproven' | 'inbox' | 'room' | 'taken';

/** A move of an account from another service. The key of that service is nowhere in it. */
interface MovesTable {
  id: string;
  userId: string;
  service: MoveService;
  stage: 'reading' | 'planned' | 'running' | 'undoing';
  /** Where reading goes on, domains found, and what its owner chose, as JSON. */
  sealed: Buffer;
  trouble: 'busy' | 'unreachable' | 'unreadable' | 'too_many' | null;
  /** In a row. */
  failures: ColumnType<number, number | undefined, number>;
  waitUntil: Date | null;
  /** One request at a time reads. */
  leaseId: string | null;
  leaseUntil: Date | null;
  /** When it last made aliases. */
  ranAt: Date | null;
  touchedAt: Date;
  createdAt: ColumnType<Date, Date, never>;
}

/** An alias as it was read there, and what becomes of it. */
interface MoveItemsTable {
  id: string;
  moveId: string;
  position: number;
  addressHash: Buffer;
  sealed: Buffer;
  verdict: 'new' | 'clash' | 'cannot' | null;
  reason: MoveReason | null;
  outcome: 'made' | 'kept' | null;
  aliasId: string | null;
}

/** An address that is to be changed at a site. */
interface SiteChangesTable {
  id: string;
  userId: string;
  service: MoveService;
  /** What replaces it. */
  aliasId: string;
  oldSealed: Buffer;
  oldHash: Buffer;
  /** Ticked by hand. */
  done: ColumnType<boolean, boolean | undefined, boolean>;
  position: number;
  createdAt: ColumnType<Date, Date, never>;
}

export interface MoveTables {
  moves: MovesTable;
  moveItems: MoveItemsTable;
  siteChanges: SiteChangesTable;
}
