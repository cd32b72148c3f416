import { Secret, TOTP } from 'otpauth';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext, KeyRing } from '#core/keys/key-ring.ts';
import { shareAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import type { Random } from '#platform/random.ts';

const codeCount = 10;
/** 100 bits: where passkeys are the only way in, a code alone finds and opens its account. */
const codeLength = 20;
/** 32 characters: no two of them look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Keyed, so that a stolen database tells nothing of whose they are. */
function hashRecoveryCode(keys: KeyRing, bare: string): Buffer {
  return keys.lookupHash('recovery_codes.code', bare);
}

/** Of the codes of 12 characters that were given before, which count for one account only. */
function hashFormerCode(keys: KeyRing, userId: string, bare: string): Buffer {
  return keys.lookupHash('recovery_codes.code', `${userId} ${bare}`);
}

function makeBareCode(random: Random): string {
  return Array.from(random.bytes(codeLength), (octet) => alphabet[octet % alphabet.length] ?? '').join('');
}

/**
 * Gives an account new recovery codes, `xxxx-xxxx-xxxx-xxxx-xxxx`; the old ones are worth nothing any more. Only hashes are
 * stored. Runs in the caller's transaction.
 */
export async function replaceRecoveryCodes(
  db: Db,
  { keys, random }: { keys: KeyRing; random: Random },
  userId: string,
): Promise<string[]> {
  const bareCodes = Array.from({ length: codeCount }, () => makeBareCode(random));
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(bareCodes.map((bare) => ({ userId, codeHash: hashRecoveryCode(keys, bare), usedAt: null })))
    .execute();
  return bareCodes.map((bare) => bare.replaceAll(/.{4}(?!$)/g, '$&-'));
}

/** Uses a recovery code, given without hyphens in lower case. False when it is none or was used: it works once. */
async function useRecoveryCode(
  db: Db,
  keys: KeyRing,
  { userId, bareCode, now }: { userId: string; bareCode: string; now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', 'in', [hashRecoveryCode(keys, bareCode), hashFormerCode(keys, userId, bareCode)])
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}

/** Accounts whose only way in are passkeys. */
function selectPasskeyOnly(db: Db) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where('passwordHash', 'is', null)
    .where('walletAddressHash', 'is', null)
    .where('googleIdHash', 'is', null);
}

/**
 * Uses a recovery code that comes alone, and tells whose it is. Only of accounts whose only way in are passkeys.
 * @throws AppError wrong_code.
 */
export async function useLoneRecoveryCode(db: Db, { keys, clock }: CodeContext, code: string): Promise<string> {
  const codeHash = hashRecoveryCode(keys, bareOf(code));
  const holder = await db
    .selectFrom('recoveryCodes')
    .select('userId')
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  // First, as whoever gives the account new codes does.
  if (holder !== undefined) await shareAccount(db, holder.userId);
  const used = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: new Date(clock.now()) })
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .where('userId', 'in', selectPasskeyOnly(db))
    .returning('userId')
    .executeTakeFirst();
  if (used === undefined) throw new AppError('wrong_code');
  return used.userId;
}

/** Whether recovery codes are good for something: beside a second factor, or where passkeys are the only way in. */
export async function needsRecoveryCodes(db: Db, userId: string): Promise<boolean> {
  const withFactor = db
    .selectFrom('users')
    .select('users.id')
    .where(({ or, eb }) => or([eb('totpEnabledAt', 'is not', null), eb('passkeyFactorAt', 'is not', null)]));
  const found = await withFactor
    .where('id', '=', userId)
    .union(selectPasskeyOnly(db).where('id', '=', userId))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * After a change of how one gets in: an account that needs recovery codes and never had any gets them, to be shown once; one that
 * needs none any more loses them. Runs in the caller's transaction.
 */
export async function reissueRecoveryCodes(
  db: Db,
  context: { keys: KeyRing; random: Random },
  userId: string,
): Promise<string[] | undefined> {
  if (!(await needsRecoveryCodes(db, userId))) {
    await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    return undefined;
  }
  const left = await db.selectFrom('recoveryCodes').select('userId').where('userId', '=', userId).executeTakeFirst();
  return left === undefined ? replaceRecoveryCodes(db, context, userId) : undefined;
}

const periodSeconds = 30;
/** Clocks differ and people type slowly (RFC 6238 §5.2). */
const stepsAround = 1;

/** RFC 4226 §4, R6: 160 bits. */
export const totpSecretBytes = 20;

/** What an account's sealed secret is bound to (`users.totp_secret_sealed`). */
export function totpSecretContext(userId: string): SealContext {
  return { field: 'users.totp_secret', rowId: userId };
}

function createTotp(secret: Buffer, issuer: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    // By hexadecimal: `secret.buffer` may be a pool that holds other octets, too.
    secret: Secret.fromHex(secret.toString('hex')),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

/** What an authenticator app takes: the secret in base32, and the same as an `otpauth://` URI. */
export function describeTotp(
  secret: Buffer,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } {
  const totp = createTotp(secret, issuer, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step a code of six digits belongs to (RFC 6238 §4.2), at most one away from `nowMs`; null when none. */
export function findTotpStep(secret: Buffer, code: string, nowMs: number): number | null {
  const distance = createTotp(secret, '', '').validate({ token: code, timestamp: nowMs, window: stepsAround });
  return distance === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + distance;
}

export type CodeContext = Pick<CoreContext, 'keys' | 'clock'>;

const sixDigits = /^\d{6}$/;

/** As it is compared: people and apps set it with blanks and hyphens. */
function bareOf(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Whether a code is one of an authenticator app, which can be guessed, and no recovery code. */
export function isTotpCode(code: string): boolean {
  return sixDigits.test(bareOf(code));
}

async function useTotpCode(db: Db, { keys, clock }: CodeContext, userId: string, code: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('totpSecretSealed')
    .where('id', '=', userId)
    .where('totpEnabledAt', 'is not', null)
    .executeTakeFirst();
  const sealed = user?.totpSecretSealed ?? null;
  if (sealed === null) return false;
  const step = findTotpStep(keys.open(totpSecretContext(userId), sealed), code, clock.now());
  if (step === null) return false;
  // One statement: of two uses at once, the second finds the step taken (RFC 6238 §5.2).
  const used = await db
    .updateTable('users')
    .set({ totpLastStep: String(step) })
    .where('id', '=', userId)
    .where('totpSecretSealed', '=', sealed)
    .where(({ or, eb }) => or([eb('totpLastStep', 'is', null), eb('totpLastStep', '<', String(step))]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Uses a code of an account's second factor: six digits from the authenticator app, or a recovery code; blanks and
 * hyphens do not matter. False when it is wrong, was used, or the second factor is off. `db` may be a transaction.
 */
export async function useCode(db: Db, context: CodeContext, userId: string, code: string): Promise<boolean> {
  const bareCode = bareOf(code);
  return isTotpCode(code)
    ? useTotpCode(db, context, userId, bareCode)
    : useRecoveryCode(db, context.keys, { userId, bareCode, now: new Date(context.clock.now()) });
}

/** What says whether a password is all that an account asks for. */
export const factorColumns = ['totpEnabledAt', 'passkeyFactorAt'] as const;

export interface Factors {
  readonly totpEnabledAt: Date | null;
  readonly passkeyFactorAt: Date | null;
}

/** Whether something must follow the password. */
export function hasSecondFactor({ totpEnabledAt, passkeyFactorAt }: Factors): boolean {
  return totpEnabledAt !== null || passkeyFactorAt !== null;
}

/**
 * The second step of proving an account by its password. Passes at once while the second factor is off; uses the
 * code up otherwise. A passkey comes another way: it proves the account alone. `code`: what came along, if anything. Only behind the right
 * password.
 * @throws AppError second_factor_required, passkey_required without a code, wrong_code.
 */
export async function checkSecondFactor(
  db: Db,
  context: CodeContext,
  user: Factors & { readonly id: string },
  code: string | undefined,
): Promise<void> {
  if (!hasSecondFactor(user)) return;
  if (code === undefined)
    throw new AppError(user.totpEnabledAt === null ? 'passkey_required' : 'second_factor_required');
  if (!(await useCode(db, context, user.id, code))) throw new AppError('wrong_code');
}
