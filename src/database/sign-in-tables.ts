import type { ColumnType } from 'kysely';

/** Sealed octets: key version, nonce, ciphertext, tag (see core/keys). */
type Sealed = Buffer;
/** Keyed hash for look-up: HMAC-SHA-256. */
type LookupHash = Buffer;

interface RecoveryCodesTable {
  userId: string;
  /** Of the code; of user id and code where it has 12 characters, as the first ones had. */
  codeHash: LookupHash;
  usedAt: Date | null;
}

/** Named after wallets, which were first. */
interface WalletChallengesTable {
  /** SHA-256 of the nonce. */
  nonceHash: Buffer;
  /** SHA-256 of the cookie that binds the challenge to one browser. */
  browserHash: Buffer;
  purpose: ColumnType<string, string | undefined, never>;
  /** Whose passkey is asked for or made; also of an account that does not exist yet. */
  userId: string | null;
  issuedAt: Date;
  expiresAt: Date;
}

/** WebAuthn credentials. */
interface PasskeysTable {
  id: string;
  userId: string;
  credentialHash: LookupHash;
  credentialSealed: Sealed;
  /** COSE (RFC 9052 §7). */
  publicKey: Buffer;
  /** COSE: -7 is ES256, -8 EdDSA, -257 RS256. */
  algorithm: number;
  /** Signatures made, as the authenticator tells; most always tell 0. bigint as text. */
  counter: string;
  /** How browsers reach it: internal, hybrid, usb …, separated by commas. */
  transports: string;
  /** It may be copied to other devices of its holder. */
  backupEligible: boolean;
  backedUp: boolean;
  nameSealed: Sealed;
  createdAt: ColumnType<Date, Date | undefined, never>;
  lastUsedOn: Date | null;
}

export type LinkKind =
  | 'confirm_target'
  | 'reset_password'
  | 'turn_second_factor_off'
  | 'keep_second_factor'
  | 'lock_account'
  | 'invitation'
  | 'domain_invitation'
  | 'offer'
  | 'pairing'
  | 'trace';

/** What whoever holds a secret may do: links in mails and on pages, and codes that are handed on (`core/links`). */
export interface SecretLinksTable {
  /** SHA-256 of the 32-octet token; of an invitation a keyed hash. */
  tokenHash: Buffer;
  kind: LinkKind;
  id: ColumnType<string, string | undefined, never>;
  /** Whose it is, or who made it. */
  userId: string | null;
  targetId: string | null;
  aliasId: string | null;
  domainId: string | null;
  createdAt: ColumnType<Date, Date | undefined, never>;
  /** It opens nothing before; null: it does at once. */
  worksAt: Date | null;
  expiresAt: Date;
  usedAt: Date | null;
  /** Uses that are left, where it has several; null: it has one. */
  usesLeft: number | null;
  /** Of what must be known besides: the six digits of a mail, or the verifier of an extension. */
  proofHash: Buffer | null;
  /** Whom or what it is for, to be shown. */
  sealed: Sealed | null;
  /** What whoever opens it becomes on a domain. */
  role: 'admin' | 'maker' | null;
  /** Of a domain: the aliases of whoever offers it pass with it. */
  withAliases: ColumnType<boolean, boolean | undefined, never>;
  /** The account that it opens may open the operator's page: the first one of a server. */
  makesOperator: ColumnType<boolean, boolean | undefined, never>;
}

/** The picture that an account shows of itself. */
interface AccountPicturesTable {
  userId: string;
  /** JPEG or PNG. */
  sealed: Sealed;
  /** Each picture has another: its address holds it. */
  updatedAt: Date;
}

/** Ways in that have rows of their own, what proves them, and the picture of whoever came in. */
export interface SignInTables {
  recoveryCodes: RecoveryCodesTable;
  walletChallenges: WalletChallengesTable;
  passkeys: PasskeysTable;
  secretLinks: SecretLinksTable;
  accountPictures: AccountPicturesTable;
}
