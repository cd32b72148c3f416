import type { AliasLife, AliasTables } from '#database/aliases/alias-tables.ts';
import type { SignInTables } from '#database/sign-in-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { MoveTables } from '#database/moves/move-tables.ts';
import { moveColumns } from '#support/move-columns.ts';
import type { ColumnsOf } from '#support/table-columns.ts';

/** When aliases end. */
export const lifeColumns: ColumnsOf<{ aliases: AliasLife }>['aliases'] = {
  expiresAt: 'timestamptz null',
  maxMessages: 'int4 null',
  messagesLeft: 'int4 null',
  idleDays: 'int4 null',
  lastUsedOn: 'date null',
};

/** The tables of what owners keep about their aliases, and of their moves. */
export const aliasColumns: ColumnsOf<AliasTables & MoveTables> = {
  ...moveColumns,
  labels: {
    id: 'uuid not null',
    userId: 'uuid not null',
    nameSealed: 'bytea not null',
    nameHash: 'bytea not null',
    createdAt: 'timestamptz not null default',
  },
  aliasLabels: { aliasId: 'uuid not null', labelId: 'uuid not null' },
  aliasSites: { aliasId: 'uuid not null', siteHash: 'bytea not null' },
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
  clientNumbers: {
    userId: 'uuid not null',
    number: 'int4 not null',
    aliasId: 'uuid null',
    targetId: 'uuid null',
    domainId: 'uuid null',
    contactHash: 'bytea null',
  },
};

/** Links and codes that let their holder do something. */
export const linkColumns: ColumnsOf<Pick<SignInTables, 'secretLinks'>> = {
  secretLinks: {
    tokenHash: 'bytea not null',
    kind: 'text not null',
    id: 'uuid not null default',
    userId: 'uuid null',
    targetId: 'uuid null',
    aliasId: 'uuid null',
    domainId: 'uuid null',
    createdAt: 'timestamptz not null default',
    worksAt: 'timestamptz null',
    expiresAt: 'timestamptz not null',
    usedAt: 'timestamptz null',
    usesLeft: 'int4 null',
    proofHash: 'bytea null',
    sealed: 'bytea null',
    role: 'text null',
    withAliases: 'bool not null default',
    makesOperator: 'bool not null default',
  },
};

export const pictureColumns: ColumnsOf<Pick<SignInTables, 'accountPictures'>> = {
  accountPictures: { userId: 'uuid not null', sealed: 'bytea not null', updatedAt: 'timestamptz not null' },
};

/** What an account forwards to. */
export const targetColumns: ColumnsOf<Pick<Tables, 'targets'>>['targets'] = {
  id: 'uuid not null',
  userId: 'uuid not null',
  kind: 'text not null',
  valueSealed: 'bytea not null',
  valueHash: 'bytea not null',
  confirmedAt: 'timestamptz null',
  spfReplies: 'bool not null default',
  maySend: 'bool not null default',
  dropKeys: 'bool not null default',
  dropSignatures: 'bool not null default',
  failingSince: 'timestamptz null',
  bouncedAt: 'timestamptz null',
  fullSince: 'timestamptz null',
  fullMessages: 'int4 not null default',
  fullSenders: 'bytea null',
  refusedSince: 'timestamptz null',
  refusedMessages: 'int4 not null default',
  refusedStatus: 'text null',
  disabledAt: 'timestamptz null',
  secretSealed: 'bytea null',
  previousSecretSealed: 'bytea null',
  previousSecretUntil: 'timestamptz null',
  encryptionKeySealed: 'bytea null',
  replacesTargetId: 'uuid null',
  createdAt: 'timestamptz not null default',
};
