/** How mail to an inbox is encrypted. */
export type KeyKind = 'openpgp' | 'smime';

/** Why nothing can be encrypted to a key that was given. */
type KeyFault =
  | 'unreadable'
  | 'too_large'
  | 'private'
  | 'too_many_user_ids'
  | 'other_address'
  | 'address_revoked'
  | 'revoked'
  | 'not_yet'
  | 'expired'
  | 'sha1'
  | 'weak'
  | 'no_encryption';

/** And to a certificate: who signed it says for whom it is and when it ends; a list of those that they took back is not asked. */
type CertificateFault = Exclude<KeyFault, 'too_many_user_ids' | 'address_revoked' | 'revoked'>;

/** A public key or a certificate, as it was read. */
export interface ReadKey {
  /** In upper case. */
  readonly fingerprint: string;
  readonly algorithm: string;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Nobody but its owner vouches for it, as for every OpenPGP key; of a certificate that is worth a look. */
  readonly selfSigned: boolean;
  /** What is kept of it. */
  readonly octets: Buffer;
}

export type KeyReading =
  | { readonly kind: 'key'; readonly key: ReadKey }
  | { readonly kind: 'fault'; readonly of: 'openpgp'; readonly fault: KeyFault }
  | { readonly kind: 'fault'; readonly of: 'smime'; readonly fault: CertificateFault };

/** What the rules about keys of inboxes ask those who can read them. */
export interface KeyReader {
  /** Never throws for what somebody sent. @throws Error when there is nobody to read it now. */
  read(kind: KeyKind, octets: Buffer, address: string): Promise<KeyReading>;
  /** What the key directory of the address's domain has. Never throws. */
  find(
    address: string,
  ): Promise<{ readonly kind: 'found'; readonly octets: Buffer } | { readonly kind: 'none' | 'failed' }>;
}
