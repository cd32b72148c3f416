/** How mail to an inbox is encrypted. */
export type KeyKind = 'openpgp' | 'smime';

/** Why nothing can be encrypted to a key or certificate that was given. */
export type KeyFault =
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
  | { readonly kind: 'fault'; readonly fault: KeyFault };

/** What the rules about keys of inboxes ask those who can read them. */
export interface KeyReader {
  /** Never throws for what somebody sent. @throws Error when there is nobody to read it now. */
  read(kind: KeyKind, octets: Buffer, address: string): Promise<KeyReading>;
  /** What the key directory of the address's domain has. Never throws. */
  find(
    address: string,
  ): Promise<{ readonly kind: 'found'; readonly octets: Buffer } | { readonly kind: 'none' | 'failed' }>;
}
