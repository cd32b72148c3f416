import type { AliasLife, AliasTables } from '#database/aliases/alias-tables.ts';
import type { ColumnsOf } from '#support/table-columns.ts';

/** When aliases end. */
export const lifeColumns: ColumnsOf<{ aliases: AliasLife }>['aliases'] = {
  expiresAt: 'timestamptz null',
  maxMessages: 'int4 null',
  messagesLeft: 'int4 null',
  idleDays: 'int4 null',
  lastUsedOn: 'date null',
};

/** The tables of what owners keep about their aliases. */
export const aliasColumns: ColumnsOf<AliasTables> = {
  labels: {
    id: 'uuid not null',
    userId: 'uuid not null',
    nameSealed: 'bytea not null',
    nameHash: 'bytea not null',
    createdAt: 'timestamptz not null default',
  },
  aliasLabels: { aliasId: 'uuid not null', labelId: 'uuid not null' },
  aliasDays: {
    aliasId: 'uuid not null',
    day: 'date null',
    forwarded: 'int4 not null default',
    dropped: 'int4 not null default',
    held: 'int4 not null default',
    replied: 'int4 not null default',
  },
  undos: {
    id: 'uuid not null',
    userId: 'uuid not null',
    sealed: 'bytea not null',
    createdAt: 'timestamptz not null',
  },
};
