import { userSchema, type Suspension, type SuspensionScope, type User } from '#contract/sign-in.ts';
import type { EmailAddress } from '#contract/email-address.ts';
import type { Language } from '#contract/account/languages.ts';
import { limits } from '#contract/limits.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** What an account's sealed email is bound to (`users.email_sealed`). */
export function userEmailContext(userId: string): SealContext {
  return { field: 'users.email', rowId: userId };
}

/** Look-up hash of an account's email. Takes the normalised address. */
export function userEmailHash(keys: KeyRing, normalised: string): Buffer {
  return keys.lookupHash('email', normalised);
}

/** What an account's sealed wallet address is bound to (`users.wallet_address_sealed`). */
export function userWalletContext(userId: string): SealContext {
  return { field: 'users.wallet_address', rowId: userId };
}

/** Look-up hash of an account's wallet. Takes the address in base58. */
export function userWalletHash(keys: KeyRing, address: string): Buffer {
  return keys.lookupHash('wallet_address', address);
}

/** What an account's sealed Google id is bound to (`users.google_id_sealed`). */
export function userGoogleContext(userId: string): SealContext {
  return { field: 'users.google_id', rowId: userId };
}

/** Look-up hash of an account's Google id, the `sub` claim. */
export function userGoogleHash(keys: KeyRing, subject: string): Buffer {
  return keys.lookupHash('google_id', subject);
}

/** What `userView` needs. */
export const userColumns = [
  'id',
  'emailSealed',
  'walletAddressSealed',
  'authMethod',
  'balance',
  'leavingAt',
  'language',
  'waitingSince',
  'suspended',
  'suspendedAt',
  'suspensionReasonSealed',
] as const;

export interface UserRow {
  readonly id: string;
  readonly emailSealed: Buffer | null;
  readonly walletAddressSealed: Buffer | null;
  readonly authMethod: string;
  readonly balance: string;
  readonly leavingAt: Date | null;
  readonly language: Language | null;
  readonly waitingSince: Date | null;
  readonly suspended: SuspensionScope | null;
  readonly suspendedAt: Date | null;
  readonly suspensionReasonSealed: Buffer | null;
}

/** How long the owner of a deleted account may come back. */
export const leavingMs = limits.leavingDays * 24 * 60 * 60 * 1000;

/** When an account that is leaving ends. */
export function leavingUntil(leavingAt: Date): Date {
  return new Date(leavingAt.getTime() + leavingMs);
}

/** What the operator's reason is bound to (`users.suspension_reason_sealed`). */
export function suspensionReasonContext(userId: string): SealContext {
  return { field: 'users.suspension_reason', rowId: userId };
}

/** What is suspended of an account, as its owner and the operator see it; null: nothing. */
export function suspensionOf(
  keys: KeyRing,
  row: Pick<UserRow, 'id' | 'suspended' | 'suspendedAt' | 'suspensionReasonSealed'>,
): Suspension | null {
  const { id, suspended: scope, suspendedAt, suspensionReasonSealed: sealed } = row;
  if (scope === null || suspendedAt === null || sealed === null) return null;
  return { scope, reason: keys.open(suspensionReasonContext(id), sealed).toString(), since: suspendedAt.toISOString() };
}

/** An account as its owner sees it. `authMethod` is the way of the session's sign-in. */
export function userView(keys: KeyRing, row: UserRow): User {
  const suspension = suspensionOf(keys, row);
  return {
    id: row.id,
    email: row.emailSealed === null ? null : keys.open(userEmailContext(row.id), row.emailSealed).toString(),
    walletAddress:
      row.walletAddressSealed === null
        ? null
        : keys.open(userWalletContext(row.id), row.walletAddressSealed).toString(),
    authMethod: userSchema.shape.authMethod.parse(row.authMethod),
    balance: row.balance,
    ...(row.language !== null && { language: row.language }),
    ...(row.leavingAt !== null && { leavingUntil: leavingUntil(row.leavingAt).toISOString() }),
    ...(row.waitingSince !== null && { waitingSince: row.waitingSince.toISOString() }),
    ...(suspension !== null && { suspension }),
  };
}

/** The columns of an account whose mailbox was proved `now`. */
export function provenEmail(keys: KeyRing, userId: string, email: EmailAddress, now: Date) {
  return {
    emailSealed: keys.seal(userEmailContext(userId), email.address),
    emailHash: userEmailHash(keys, email.normalised),
    emailVerifiedAt: now,
  };
}

/**
 * Holds an account until the caller's transaction ends; does nothing when it is gone. Whatever may remove a target
 * does this first: inserting an alias takes a share of this lock (its foreign key), so that no target vanishes from
 * under a link on its way in.
 */
export async function lockAccount(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/**
 * Shares an account until the caller's transaction ends, as every row that names it does. First, where rows of the account are held before such
 * a one is written: whoever changes the account holds it before them, so that the two never wait for each other.
 */
export async function shareAccount(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
}

/** Whether a row found no owner: the account was deleted while the request that writes it was in hand. */
export function isMissingUserViolation(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && String(error.constraint).endsWith('_user_id_fkey');
}
