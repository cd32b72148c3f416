import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tables } from '#database/tables.ts';
import { type ColumnsOf, spoolColumns } from '#support/table-columns.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';

/** tsc compares this with `Tables`, the test compares it with PostgreSQL: a change of either alone shows. */
const columns: ColumnsOf<Tables> = {
  keys: {
    purpose: 'text not null',
    version: 'int4 not null',
    sealed: 'bytea not null',
    createdAt: 'timestamptz not null default',
  },
  users: {
    id: 'uuid not null',
    emailSealed: 'bytea null',
    emailHash: 'bytea null',
    emailVerifiedAt: 'timestamptz null',
    unconfirmedSince: 'timestamptz not null default',
    passwordHash: 'text null',
    walletAddressSealed: 'bytea null',
    walletAddressHash: 'bytea null',
    googleIdSealed: 'bytea null',
    googleIdHash: 'bytea null',
    totpSecretSealed: 'bytea null',
    totpEnabledAt: 'timestamptz null',
    totpLastStep: 'int8 null',
    passkeyFactorAt: 'timestamptz null',
    firstNameSealed: 'bytea null',
    lastNameSealed: 'bytea null',
    profileImageUrlSealed: 'bytea null',
    defaultTargetId: 'uuid null',
    binDays: 'int4 not null default',
    leavingAt: 'timestamptz null',
    waitingSince: 'timestamptz null',
    waitingTold: 'bool not null default',
    decision: 'text null',
    authMethod: 'text not null default',
    lockedAt: 'timestamptz null',
    passwordVoid: 'bool not null default',
    balance: 'numeric not null default',
    createdAt: 'timestamptz not null default',
    updatedAt: 'timestamptz not null default',
  },
  sessions: {
    id: 'uuid not null default',
    confirmedAt: 'timestamptz not null default',
    tokenHash: 'bytea not null',
    userId: 'uuid not null',
    authMethod: 'text not null',
    deviceSealed: 'bytea null',
    createdAt: 'timestamptz not null default',
    lastUsedAt: 'timestamptz not null default',
    expiresAt: 'timestamptz not null',
  },
  domains: {
    id: 'uuid not null',
    name: 'text not null',
    position: 'int4 not null',
    dkimSelector: 'text not null',
    dkimKeySealed: 'bytea not null',
    dkimSpareKeySealed: 'bytea null',
    dkimSpareUntil: 'timestamptz null',
    retiredAt: 'timestamptz null',
    providerReadyAt: 'timestamptz null',
    createdAt: 'timestamptz not null default',
  },
  aliases: {
    id: 'uuid not null',
    userId: 'uuid not null',
    domainId: 'uuid not null',
    localPart: 'text not null',
    active: 'bool not null default',
    notes: 'text null',
    transparent: 'bool not null default',
    cutThrough: 'bool not null default',
    autoReplies: 'bool not null default',
    identityParts: 'bool not null default',
    pinned: 'bool not null default',
    improvmxId: 'text null',
    providerState: 'text not null default',
    everUsed: 'bool not null default',
    number: 'int8 not null default',
    binnedAt: 'timestamptz null',
    binEndsAt: 'timestamptz null',
    createdAt: 'timestamptz not null default',
  },
  targets: {
    id: 'uuid not null',
    userId: 'uuid not null',
    kind: 'text not null',
    valueSealed: 'bytea not null',
    valueHash: 'bytea not null',
    confirmedAt: 'timestamptz null',
    spfReplies: 'bool not null default',
    failingSince: 'timestamptz null',
    bouncedAt: 'timestamptz null',
    disabledAt: 'timestamptz null',
    secretSealed: 'bytea null',
    previousSecretSealed: 'bytea null',
    previousSecretUntil: 'timestamptz null',
    createdAt: 'timestamptz not null default',
  },
  aliasTargets: {
    id: 'int8 not null default',
    aliasId: 'uuid not null',
    targetId: 'uuid not null',
    position: 'int4 not null',
    createdAt: 'timestamptz not null default',
  },
  stoppedAddresses: { addressHash: 'bytea not null', createdAt: 'timestamptz not null default' },
  securityEvents: {
    id: 'uuid not null',
    userId: 'uuid not null',
    eventSealed: 'bytea not null',
    createdAt: 'timestamptz not null default',
  },
  securityMails: {
    id: 'uuid not null',
    userId: 'uuid not null',
    inboxHash: 'bytea not null',
    toldSealed: 'bytea not null',
    dueAt: 'timestamptz not null',
    createdAt: 'timestamptz not null default',
  },
  knownDevices: { userId: 'uuid not null', deviceHash: 'bytea not null', lastSeenOn: 'date not null default' },
  recoveryCodes: { userId: 'uuid not null', codeHash: 'bytea not null', usedAt: 'timestamptz null' },
  walletChallenges: {
    nonceHash: 'bytea not null',
    browserHash: 'bytea not null',
    purpose: 'text not null default',
    userId: 'uuid null',
    issuedAt: 'timestamptz not null',
    expiresAt: 'timestamptz not null',
  },
  invitations: {
    id: 'uuid not null',
    tokenHash: 'bytea not null',
    usesLeft: 'int4 not null',
    expiresAt: 'timestamptz not null',
    createdAt: 'timestamptz not null default',
  },
  passkeys: {
    id: 'uuid not null',
    userId: 'uuid not null',
    credentialHash: 'bytea not null',
    credentialSealed: 'bytea not null',
    publicKey: 'bytea not null',
    algorithm: 'int4 not null',
    counter: 'int8 not null',
    transports: 'text not null',
    backupEligible: 'bool not null',
    backedUp: 'bool not null',
    nameSealed: 'bytea not null',
    createdAt: 'timestamptz not null default',
    lastUsedOn: 'date null',
  },
  smtpCredentials: {
    id: 'uuid not null',
    aliasId: 'uuid not null',
    passwordHash: 'bytea not null',
    atProvider: 'bool not null default',
    providerState: 'text not null default',
    createdAt: 'timestamptz not null default',
  },
  apiKeys: {
    id: 'uuid not null',
    userId: 'uuid not null',
    name: 'text not null',
    keyHash: 'bytea not null',
    scope: 'text not null default',
    expiresAt: 'timestamptz null',
    lastUsedOn: 'date null',
    createdAt: 'timestamptz not null default',
  },
  aliasChanges: {
    userId: 'uuid not null',
    aliasId: 'uuid not null',
    changedAt: 'timestamptz not null',
  },
  dailyCounts: {
    day: 'date not null',
    name: 'text not null',
    category: 'text not null default',
    label: 'text not null default',
    count: 'int8 not null default',
  },
  oneTimeLinks: {
    tokenHash: 'bytea not null',
    purpose: 'text not null',
    userId: 'uuid not null',
    targetId: 'uuid null',
    expiresAt: 'timestamptz not null',
    usedAt: 'timestamptz null',
    createdAt: 'timestamptz not null default',
  },
  contacts: {
    tokenHash: 'bytea not null',
    aliasId: 'uuid not null',
    correspondentSealed: 'bytea not null',
    blockedAt: 'timestamptz null',
    lastUsedMonth: 'date not null default',
    lastUsedOn: 'date null',
    createdAt: 'timestamptz null',
  },
  tombstones: {
    addressHash: 'bytea not null',
    ownerHash: 'bytea not null',
    aliasHash: 'bytea null',
    addressSealed: 'bytea null',
    atProvider: 'bool not null default',
    used: 'bool not null default',
    createdAt: 'timestamptz not null default',
  },
  providerChanges: {
    kind: 'text not null',
    address: 'text not null',
    revision: 'int8 not null default',
    ours: 'bool not null default',
    passwordSealed: 'bytea null',
    attempts: 'int4 not null default',
    nextAttemptAt: 'timestamptz not null default',
    leaseId: 'uuid null',
    leaseUntil: 'timestamptz null',
    createdAt: 'timestamptz not null default',
  },
  undos: {
    id: 'uuid not null',
    userId: 'uuid not null',
    sealed: 'bytea not null',
    createdAt: 'timestamptz not null',
  },
  rateLimits: {
    id: 'uuid not null',
    subjectHash: 'bytea not null',
    userId: 'uuid null',
    ipAddress: 'bytea null',
    actionType: 'text not null',
    count: 'int4 not null default',
    windowStart: 'timestamptz not null',
    lastAction: 'timestamptz not null',
  },
  ...spoolColumns,
};

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('finds in the migrated schema exactly the columns of the table types', async () => {
  const { rows } = await sql<{ tableName: string; columnName: string; shape: string }>`
    select table_name, column_name,
      udt_name || case is_nullable when 'YES' then ' null' else ' not null' end
        || case when column_default is null and is_identity = 'NO' then '' else ' default' end as shape
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(test.database.db);
  const found: Record<string, Record<string, string>> = {};
  for (const { tableName, columnName, shape } of rows) {
    found[toCamelCase(tableName)] = { ...found[toCamelCase(tableName)], [toCamelCase(columnName)]: shape };
  }
  expect(found).toEqual(columns);
});
