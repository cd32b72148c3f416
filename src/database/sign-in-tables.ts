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

/** Links that let somebody open an account. */
interface InvitationsTable {
  id: string;
  /** Of what stands in the link. */
  tokenHash: LookupHash;
  /** Accounts that it still opens. */
  usesLeft: number;
  /** The account that it opens may open the operator's page: the first one of a server. */
  makesOperator: ColumnType<boolean, boolean | undefined, never>;
  expiresAt: Date;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

/** Browser extensions that wait for their API key, which is made when they come for it. */
interface PairingsTable {
  /** SHA-256 of the code that the page hands over. */
  codeHash: Buffer;
  userId: string;
  /** SHA-256 of what only the extension knows. */
  challenge: Buffer;
  /** What it runs on, which names its key. */
  deviceSealed: Sealed;
  expiresAt: Date;
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
  invitations: InvitationsTable;
  pairings: PairingsTable;
  accountPictures: AccountPicturesTable;
}
