import type { MoveTables } from '#database/moves/move-tables.ts';
import type { ColumnsOf } from '#support/table-columns.ts';

/** The tables of moves from other services. */
export const moveColumns: ColumnsOf<MoveTables> = {
  moves: {
    id: 'uuid not null',
    userId: 'uuid not null',
    service: 'text not null',
    stage: 'text not null',
    sealed: 'bytea not null',
    trouble: 'text null',
    failures: 'int4 not null default',
    waitUntil: 'timestamptz null',
    leaseId: 'uuid null',
    leaseUntil: 'timestamptz null',
    ranAt: 'timestamptz null',
    touchedAt: 'timestamptz not null',
    createdAt: 'timestamptz not null',
  },
  moveItems: {
    id: 'uuid not null',
    moveId: 'uuid not null',
    position: 'int4 not null',
    addressHash: 'bytea not null',
    sealed: 'bytea not null',
    verdict: 'text null',
    reason: 'text null',
    outcome: 'text null',
    aliasId: 'uuid null',
  },
  siteChanges: {
    id: 'uuid not null',
    userId: 'uuid not null',
    service: 'text not null',
    aliasId: 'uuid not null',
    oldSealed: 'bytea not null',
    oldHash: 'bytea not null',
    done: 'bool not null default',
    position: 'int4 not null',
    createdAt: 'timestamptz not null',
  },
};
