import type { InsertType, SelectType } from 'kysely';
import type { CertificateTables } from '#database/certificate-tables.ts';
import type { DomainTables } from '#database/domains/domain-tables.ts';
import type { HeldTables } from '#database/held/held-tables.ts';
import type { OperatorTables } from '#database/operator-tables.ts';
import type { SpoolTables } from '#database/spool-tables.ts';

/** The PostgreSQL types that a TypeScript type may stand for. */
type SqlType<Value> = [Value] extends [Buffer]
  ? 'bytea'
  : [Value] extends [Date]
    ? 'timestamptz' | 'date'
    : [Value] extends [boolean]
      ? 'bool'
      : [Value] extends [number]
        ? 'int4'
        : 'text' | 'uuid' | 'int8' | 'numeric';

type Null<Value> = null extends Value ? 'null' : 'not null';
/** What may be left out of an insert has a default, or is null. */
type Default<Value> = undefined extends Value ? ' default' : '';

type Column<Type> = `${SqlType<NonNullable<SelectType<Type>>>} ${Null<SelectType<Type>>}${Default<InsertType<Type>>}`;

/** What PostgreSQL has for each column of tables. */
export type ColumnsOf<Tables> = {
  [Table in keyof Tables]: { [Name in keyof Tables[Table]]: Column<Tables[Table][Name]> };
};

/** The tables of mail that waits, and of the programs that send it. */
export const spoolColumns: ColumnsOf<SpoolTables> = {
  spoolMessages: {
    id: 'uuid not null',
    keyPurpose: 'text not null default',
    keyVersion: 'int4 not null',
    envelopeSealed: 'bytea not null',
    bodyBytes: 'int4 not null',
    createdAt: 'timestamptz not null default',
  },
  spoolChunks: { messageId: 'uuid not null', sequence: 'int4 not null', sealed: 'bytea not null' },
  spoolHeaders: { id: 'uuid not null', messageId: 'uuid not null', sealed: 'bytea not null' },
  spoolDeliveries: {
    id: 'uuid not null',
    messageId: 'uuid not null',
    headerId: 'uuid not null',
    userId: 'uuid null',
    aliasId: 'uuid null',
    linkId: 'int8 null',
    recipientSealed: 'bytea null',
    destinationHash: 'bytea not null',
    state: 'text not null default',
    attempts: 'int4 not null default',
    nextAttemptAt: 'timestamptz not null',
    expiresAt: 'timestamptz not null',
    leaseId: 'uuid null',
    leaseUntil: 'timestamptz null',
    leasedBy: 'uuid null',
    unanswered: 'bool not null default',
    noticedAt: 'timestamptz null',
    reached: 'bool not null default',
    origin: 'uuid null',
    createdAt: 'timestamptz not null default',
  },
  outgoingNotices: {
    id: 'uuid not null',
    form: 'text not null default',
    userId: 'uuid null',
    inboxHash: 'bytea null',
    wordsHash: 'bytea not null default',
    wordsSealed: 'bytea not null',
    count: 'int4 not null default',
    dueAt: 'timestamptz not null',
    createdAt: 'timestamptz not null default',
  },
  nodes: {
    id: 'uuid not null',
    holdsAll: 'bool not null',
    machineHash: 'bytea null',
    processId: 'int4 not null',
    leaseUntil: 'timestamptz not null',
  },
  placeLeases: {
    nodeId: 'uuid not null',
    keyHash: 'bytea not null',
    places: 'int4 not null',
    endsAt: 'timestamptz null',
  },
  sendAddresses: {
    address: 'text not null',
    since: 'date not null',
    listedAt: 'timestamptz null',
  },
  deliveryHold: {
    since: 'timestamptz not null',
  },
};

/** The tables of certificates that the program gets by itself. */
export const certificateColumns: ColumnsOf<CertificateTables> = {
  acmeAccounts: {
    directory: 'text not null',
    keySealed: 'bytea not null',
    url: 'text null',
    createdAt: 'timestamptz not null default',
  },
  certificates: {
    name: 'text not null',
    keySealed: 'bytea not null',
    chain: 'text null',
    issuedBy: 'text null',
    issuedAt: 'timestamptz null',
    endsAt: 'timestamptz null',
    renewAt: 'timestamptz null',
    askAt: 'timestamptz null',
    directory: 'text null',
    orderUrl: 'text null',
    challengeToken: 'text null',
    failures: 'int4 not null default',
    failure: 'text null',
    tryAt: 'timestamptz not null default',
    createdAt: 'timestamptz not null default',
  },
};

/** The table of what programs find wrong with themselves. */
export const watchColumns: ColumnsOf<Pick<OperatorTables, 'watches'>> = {
  watches: {
    scope: 'text not null',
    mailHostname: 'text null',
    lookedAt: 'timestamptz not null',
    examinedAt: 'timestamptz not null',
    alarmsSealed: 'bytea not null',
  },
};

const reportDayColumns = {
  domainId: 'uuid not null',
  day: 'date not null',
  reporterHash: 'bytea not null',
  reports: 'int4 not null',
} as const;

/** The domains of aliases, and who may use them. */
export const domainColumns: ColumnsOf<DomainTables> = {
  dmarcReportDays: {
    ...reportDayColumns,
    messages: 'int8 not null',
    passed: 'int8 not null',
    dkimAligned: 'int8 not null',
    spfAligned: 'int8 not null',
    quarantined: 'int8 not null',
    rejected: 'int8 not null',
    ownFailed: 'int8 not null',
  },
  tlsReportDays: {
    ...reportDayColumns,
    succeeded: 'int8 not null',
    starttlsFailed: 'int8 not null',
    certificateFailed: 'int8 not null',
    daneFailed: 'int8 not null',
    stsFailed: 'int8 not null',
    otherFailed: 'int8 not null',
  },
  reportRows: {
    id: 'uuid not null',
    day: 'date not null',
    kind: 'text not null',
    organisationHash: 'bytea not null',
    subjectHash: 'bytea not null',
    rowHash: 'bytea not null',
    sealed: 'bytea not null',
    count: 'int8 not null',
    claimedUntil: 'timestamptz null',
    troubles: 'int4 not null default',
    trouble: 'text null',
  },
  mailReportsSeen: { reportHash: 'bytea not null', seenAt: 'timestamptz not null' },
  domains: {
    id: 'uuid not null',
    name: 'text not null',
    kind: 'text not null default',
    state: 'text not null default',
    ownerId: 'uuid null',
    position: 'int4 null',
    dkimSelector: 'text null',
    dkimKeySealed: 'bytea null',
    dkimSpareKeySealed: 'bytea null',
    dkimSpareUntil: 'timestamptz null',
    retiredAt: 'timestamptz null',
    providerReadyAt: 'timestamptz null',
    providerComparedAt: 'timestamptz null',
    takesMail: 'bool not null default',
    checksSealed: 'bytea null',
    checkedAt: 'timestamptz null',
    nextCheckAt: 'timestamptz null',
    contradictedSince: 'timestamptz null',
    changedAt: 'timestamptz null',
    proofDueAt: 'timestamptz null',
    randomEndings: 'bool not null default',
    catchAll: 'text not null default',
    rulesRevision: 'int4 not null default',
    fromNameSealed: 'bytea null',
    descriptionSealed: 'bytea null',
    enabled: 'bool not null default',
    createdAt: 'timestamptz not null default',
  },
  domainMembers: {
    domainId: 'uuid not null',
    userId: 'uuid not null',
    role: 'text not null',
    id: 'uuid not null default',
    labelSealed: 'bytea null',
    createdAt: 'timestamptz not null default',
  },
  domainTargets: { domainId: 'uuid not null', targetId: 'uuid not null', position: 'int4 not null' },
  domainRules: {
    id: 'uuid not null',
    domainId: 'uuid not null',
    position: 'int4 not null',
    sealed: 'bytea not null',
  },
  domainRuleTargets: { ruleId: 'uuid not null', targetId: 'uuid not null', position: 'int4 not null' },
};

/** The tables of sender rules, held mail and traces. */
export const heldColumns: ColumnsOf<HeldTables> = {
  senderRules: {
    id: 'uuid not null',
    userId: 'uuid not null',
    aliasId: 'uuid null',
    matchHash: 'bytea not null',
    matchSealed: 'bytea not null',
    action: 'text not null',
    evenIfRejected: 'bool not null default',
    active: 'bool not null default',
    createdAt: 'timestamptz not null',
  },
  heldMail: {
    id: 'uuid not null',
    userId: 'uuid not null',
    aliasId: 'uuid not null',
    keyPurpose: 'text not null default',
    keyVersion: 'int4 not null',
    envelopeSealed: 'bytea not null',
    reason: 'text not null',
    bytes: 'int4 not null',
    told: 'bool not null default',
    receivedAt: 'timestamptz not null default',
    expiresAt: 'timestamptz not null',
  },
  heldChunks: {
    heldId: 'uuid not null',
    sequence: 'int4 not null',
    sealed: 'bytea not null',
  },
  aliasRefusals: {
    aliasId: 'uuid not null',
    week: 'date not null',
    count: 'int4 not null',
  },
  traceLines: {
    id: 'uuid not null',
    kind: 'text not null default',
    aliasId: 'uuid not null',
    sealed: 'bytea not null',
  },
};
