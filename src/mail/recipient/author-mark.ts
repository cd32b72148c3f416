import { reverseTokenHash } from '#mail/recipient/address-forms.ts';

/**
 * What a waiting delivery remembers of who wrote it: the hash of the contact in hex and, where a note of the inbox reaches them, a dot
 * and the token. Nodes of the release before read as far as the dot.
 */
export function makeAuthorMark(token: string, isNoted: boolean): string {
  const hash = reverseTokenHash(token).toString('hex');
  return isNoted ? `${hash}.${token}` : hash;
}

export interface AuthorMark {
  readonly hash: Buffer;
  /** Null where no note reaches them. */
  readonly token: string | null;
}

/** Null: nobody is known to have written it. */
export function readAuthorMark(mark: string | undefined): AuthorMark | null {
  if (mark === undefined) return null;
  const [hash = '', token = null] = mark.split('.');
  return { hash: Buffer.from(hash, 'hex'), token };
}
