import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';
import type { Random } from '#platform/random.ts';

const codeCount = 10;
const codeLength = 12;
/** 32 characters: no two of them look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Keyed, as 60 random bits alone would not hold against a stolen database. */
function hashRecoveryCode(keys: KeyRing, userId: string, bare: string): Buffer {
  return keys.lookupHash('recovery_codes.code', `${userId} ${bare}`);
}

function makeBareCode(random: Random): string {
  return Array.from(random.bytes(codeLength), (octet) => alphabet[octet % alphabet.length] ?? '').join('');
}

/**
 * Gives an account new recovery codes, `xxxx-xxxx-xxxx`; the old ones are worth nothing any more. Only hashes are
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
    .values(bareCodes.map((bare) => ({ userId, codeHash: hashRecoveryCode(keys, userId, bare), usedAt: null })))
    .execute();
  return bareCodes.map((bare) => bare.replaceAll(/.{4}(?!$)/g, '$&-'));
}

/** Uses a recovery code, given without hyphens in lower case. False when it is none or was used: it works once. */
export async function useRecoveryCode(
  db: Db,
  keys: KeyRing,
  { userId, bareCode, now }: { userId: string; bareCode: string; now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashRecoveryCode(keys, userId, bareCode))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}
