import { timingSafeEqual, createHash } from 'node:crypto';
import type { CoreContext } from '#core/core-context.ts';
import type { Random } from '#platform/random.ts';

/** 144 bits, 24 characters in base64url: nobody guesses it, so a fast hash is enough. */
const passwordBytes = 18;

/** SHA-256, as stored. */
export function hashPassword(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}

/** A new random password of an SMTP credential. */
export function makePassword(random: Random): string {
  return random.bytes(passwordBytes).toString('base64url');
}

/** Who holds an SMTP credential. */
export interface CredentialHolder {
  /** Of the password given: it holds until the credential gets another. */
  readonly passwordHash: Buffer;
  readonly aliasId: string;
  readonly userId: string;
  /** The alias, which is also the user name. */
  readonly address: string;
  readonly domain: string;
}

/** Compared with when there is no credential, so that an unknown name takes as long as a wrong password. */
const noHash = Buffer.alloc(32);

/**
 * The holder of an SMTP credential; null for a wrong password as for a name that has none. Names in any case. The
 * password is 144 random bits, so that a fast hash and one comparison in constant time are enough.
 */
export async function checkCredential(
  { database }: Pick<CoreContext, 'database'>,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<CredentialHolder | null> {
  const name = username.toLowerCase();
  const at = name.lastIndexOf('@');
  const domain = name.slice(at + 1);
  const row = await database.db
    .selectFrom('smtpCredentials')
    .innerJoin('aliases', 'aliases.id', 'smtpCredentials.aliasId')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['aliasId', 'userId', 'passwordHash'])
    .where('localPart', '=', name.slice(0, Math.max(at, 0)))
    .where('name', '=', domain)
    .executeTakeFirst();
  const passwordHash = hashPassword(password);
  const isRight = timingSafeEqual(passwordHash, row?.passwordHash ?? noHash);
  if (row === undefined || !isRight) return null;
  const { aliasId, userId } = row;
  return { passwordHash, aliasId, userId, address: name, domain };
}
