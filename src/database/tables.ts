import type { ColumnType, Generated } from 'kysely';
import type {
  AliasLife,
  AliasTables,
  ContactsTable,
  FromNameColumn,
  RefusedColumns,
  SendingColumns,
  UnsubscribeColumns,
} from '#database/aliases/alias-tables.ts';
import type { CertificateTables } from '#database/certificate-tables.ts';
import type { DomainTables } from '#database/domains/domain-tables.ts';
import type { HeldTables, HoldingColumns } from '#database/held/held-tables.ts';
import type { MoveTables } from '#database/moves/move-tables.ts';
import type { SecurityTables } from '#database/security-tables.ts';
import type { SignInTables } from '#database/sign-in-tables.ts';
import type {
  AliasChangesTable,
  ApiKeysTable,
  ChoiceColumns,
  DeletionsTable,
  SessionsTable,
  StoppedAddressesTable,
} from '#database/guard-tables.ts';
import type { OperatorTables } from '#database/operator-tables.ts';
import type { SpoolTables } from '#database/spool-tables.ts';

/** In camelCase here, in snake_case in PostgreSQL (Kysely's CamelCasePlugin converts); held against it by `tables.test.ts`. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** Sealed octets: key version, nonce, ciphertext, tag (see core/keys). */
type Sealed = Buffer;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

export interface KeysTable {
  purpose: string;
  version: number;
  sealed: Buffer;
  createdAt: CreatedAt;
}

export interface UsersTable extends ChoiceColumns, HoldingColumns {
  id: string;
  emailSealed: Sealed | null;
  emailHash: LookupHash | null;
  /** Set by proof of the mailbox within a session of this account. */
  emailVerifiedAt: Date | null;
  /** Registration, or the migration that added this, or when the last way in but an unproven email was removed. */
  unconfirmedSince: ColumnType<Date, Date | undefined, Date>;
  /** PHC string, Argon2id. */
  passwordHash: string | null;
  walletAddressSealed: Sealed | null;
  walletAddressHash: LookupHash | null;
  /** The `sub` claim. */
  googleIdSealed: Sealed | null;
  googleIdHash: LookupHash | null;
  /** The second factor's shared secret; it counts from `totpEnabledAt` on. */
  totpSecretSealed: Sealed | null;
  totpEnabledAt: Date | null;
  /** The last time step whose code was used: none works twice. bigint as text. */
  totpLastStep: string | null;
  /** Since when the password alone does not open the account: a passkey must follow. */
  passkeyFactorAt: Date | null;
  /** The profile: empty unless its owner fills it in. */
  firstNameSealed: Sealed | null;
  lastNameSealed: Sealed | null;
  profileImageUrlSealed: Sealed | null;
  /** Serves new aliases that name no target; null: chosen among the account's own. */
  defaultTargetId: string | null;
  /** How long deleted aliases lie in the bin; 0: there is none. */
  binDays: ColumnType<number, number | undefined, number>;
  /** Its owner has the mail of its aliases counted by day. */
  countMail: ColumnType<boolean, boolean | undefined, boolean>;
  /** What its owner reads; null: nobody knows yet. */
  language: 'en' | 'de' | 'lt' | null;
  /** Its owner has deleted it and may come back for some days. */
  leavingAt: Date | null;
  /** Since when it waits for the operator's word; null: it does not. */
  waitingSince: Date | null;
  /** The operator knows that it waits. */
  waitingTold: ColumnType<boolean, boolean | undefined, boolean>;
  /** What the operator has said to it, until its owner is told. */
  decision: 'approved' | 'refused' | null;
  authMethod: ColumnType<string, string | undefined, string>;
  /** Since when its owner has locked everything: nothing is sent as its aliases. */
  lockedAt: Date | null;
  /** How many aliases it may have by the operator's word; null: as many as the settings say. */
  aliasQuota: number | null;
  /** What the operator has stopped; null: nothing. */
  suspended: 'sending' | 'all' | null;
  /** By the database's clock. */
  suspendedAt: Date | null;
  /** Why, for its owner. */
  suspensionReasonSealed: Sealed | null;
  /** The password opens nothing until there is a new one. */
  passwordVoid: ColumnType<boolean, boolean | undefined, boolean>;
  balance: ColumnType<string, string | undefined, string>;
  createdAt: CreatedAt;
  updatedAt: ColumnType<Date, Date | undefined, Date>;
}

export interface AliasesTable extends AliasLife, UnsubscribeColumns, FromNameColumn {
  id: string;
  userId: string;
  domainId: string;
  /** Lower case. */
  localPart: string;
  active: ColumnType<boolean, boolean | undefined, boolean>;
  /** As a release before wrote them; they go with the next. */
  notes: string | null;
  notesSealed: Sealed | null;
  /** From and signed parts reach the owner untouched; answers then show the real address. */
  transparent: ColumnType<boolean, boolean | undefined, boolean>;
  /** False: mail is stored first, encrypted, and never delivered while its sender waits. */
  cutThrough: ColumnType<boolean, boolean | undefined, boolean>;
  /** The owner's automatic replies go out. */
  autoReplies: ColumnType<boolean, boolean | undefined, boolean>;
  /** Parts that carry the owner's identity (S/MIME, PGP keys, …) may go out in replies. */
  identityParts: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its other inboxes get a copy of what is sent as it. */
  copyReplies: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its owner lets replies out that nobody can look into, and has trackers taken out of what comes. */
  encryptedReplies: ColumnType<boolean, boolean | undefined, boolean>;
  removeTrackers: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its mail is not encrypted, whatever keys its inboxes have. */
  inClear: ColumnType<boolean, boolean | undefined, boolean>;
  /** The id at a forwarding provider elsewhere; null while that one does not forward for it. */
  improvmxId: string | null;
  providerState: ProviderState;
  /** Clients of other services show it first. */
  pinned: ColumnType<boolean, boolean | undefined, boolean>;
  /** Mail came to this name or went out in it; true where nobody knows. */
  everUsed: ColumnType<boolean, boolean | undefined, boolean>;
  /** bigint as text; stands encrypted in bounce addresses. */
  number: Generated<string>;
  /** The organisations that it is known to, oldest first: keyed hashes of 16 octets, one after the other. */
  expectedSenders: Buffer | null;
  /** Another one that wrote to it, and on which day it did so first, until the owner knows it. */
  otherSender: Buffer | null;
  otherSenderOn: Date | null;
  /** When it was deleted: it lies in the bin, unknown to all but its owner. */
  binnedAt: Date | null;
  /** When it is erased there. */
  binEndsAt: Date | null;
  createdAt: CreatedAt;
}

export interface TargetsTable extends SendingColumns, RefusedColumns {
  id: string;
  userId: string;
  kind: 'email' | 'webhook';
  valueSealed: Sealed;
  valueHash: LookupHash;
  confirmedAt: Date | null;
  /** Replies from it are proven by strict SPF alone, for providers that do not sign. */
  spfReplies: ColumnType<boolean, boolean | undefined, boolean>;
  /** An inbox: refused as unknown too often, or refused the mail that asks it to agree. A webhook: no delivery succeeded since. */
  failingSince: Date | null;
  /** An inbox: when it last sent back, as unknown, what it had taken. */
  bouncedAt: Date | null;
  /** A webhook that answered 410 or failed for three days; it gets nothing more until its owner turns it on. */
  disabledAt: Date | null;
  /** A webhook's `whsec_` secret. */
  secretSealed: Sealed | null;
  /** The secret before the last rotation, in force beside the new one until `previousSecretUntil`. */
  previousSecretSealed: Sealed | null;
  previousSecretUntil: Date | null;
  /** The public key or certificate by which mail to an inbox is encrypted. */
  encryptionKeySealed: Sealed | null;
  /** The inbox in whose place it comes once its owner agrees. */
  replacesTargetId: string | null;
  createdAt: CreatedAt;
}

/** The link between an alias and one target; its id is what a bounce address carries. */
export interface AliasTargetsTable {
  id: Generated<string>;
  aliasId: string;
  targetId: string;
  position: number;
  createdAt: CreatedAt;
}

export interface SmtpCredentialsTable {
  id: string;
  /** The alias it sends as; null: any of the account. */
  aliasId: string | null;
  /** Whose aliases it sends as; null: of one alias. */
  userId: string | null;
  /** The domain they are on; null: any. */
  domainId: string | null;
  /** Of one of an account, in lower case without `@`; of an alias its address is. */
  username: string | null;
  /** SHA-256 of a random password of 24 characters. */
  passwordHash: Buffer;
  /** A forwarding provider elsewhere has it. */
  atProvider: ColumnType<boolean, boolean | undefined, boolean>;
  providerState: ProviderState;
  createdAt: CreatedAt;
}

/** Addresses that stopped being live; only the former owner may take one again. */
export interface TombstonesTable {
  addressHash: LookupHash;
  ownerHash: LookupHash;
  /** Of user id and alias id, where the alias can be made again by its id. */
  aliasHash: LookupHash | null;
  /** The address, sealed under a key that is derived from the id of the alias, which is stored nowhere. */
  addressSealed: Buffer | null;
  /** A forwarding provider elsewhere had it from us. */
  atProvider: ColumnType<boolean, boolean | undefined, boolean>;
  /** False: it never carried mail, and is free again after some months. */
  used: ColumnType<boolean, boolean | undefined, boolean>;
  createdAt: CreatedAt;
}

export interface RateLimitsTable {
  id: string;
  /** Keyed hash of action, window length and subject. */
  subjectHash: LookupHash;
  userId: string | null;
  ipAddress: LookupHash | null;
  actionType: string;
  count: ColumnType<number, number | undefined, number>;
  windowStart: Date;
  lastAction: Date;
}

export interface Tables
  extends
    AliasTables,
    CertificateTables,
    DomainTables,
    HeldTables,
    MoveTables,
    SecurityTables,
    SignInTables,
    SpoolTables,
    OperatorTables {
  keys: KeysTable;
  users: UsersTable;
  sessions: SessionsTable;
  aliases: AliasesTable;
  targets: TargetsTable;
  aliasTargets: AliasTargetsTable;
  stoppedAddresses: StoppedAddressesTable;
  smtpCredentials: SmtpCredentialsTable;
  apiKeys: ApiKeysTable;
  aliasChanges: AliasChangesTable;
  contacts: ContactsTable;
  tombstones: TombstonesTable;
  deletions: DeletionsTable;
  providerChanges: ProviderChangesTable;
  rateLimits: RateLimitsTable;
}

type Told = 'live' | 'setting_up' | 'taken' | 'plan_limit' | 'refused' | 'absent';
/** How far a forwarding provider elsewhere knows of a row. */
type ProviderState = ColumnType<Told, Told | undefined, Told>;

/**
 * The outbox: what a forwarding provider elsewhere must be asked to make equal to our rows: a domain, an alias or an SMTP credential,
 * by its address. A row lives until that is done, whatever becomes of the account.
 */
export interface ProviderChangesTable {
  kind: 'domain' | 'alias' | 'credential';
  /** `name@domain` in lower case; of a domain its name. */
  address: string;
  /** Rises with each change, so that one who settles an older one sees it. bigint as text. */
  revision: Generated<string>;
  /** What the provider has under this address was made by us, or may have been by a call that was never answered. */
  ours: ColumnType<boolean, boolean | undefined, boolean>;
  /** Of a credential that the provider does not have yet. */
  passwordSealed: Buffer | null;
  attempts: ColumnType<number, number | undefined, number>;
  nextAttemptAt: ColumnType<Date, Date | undefined, Date>;
  leaseId: string | null;
  leaseUntil: Date | null;
  createdAt: ColumnType<Date, Date | undefined, never>;
}
