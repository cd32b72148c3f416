import { timingSafeEqual } from 'node:crypto';
import type { RedeemedPairing } from '#contract/extension/pairing.ts';
import { pairingSeconds } from '#contract/extension/pairing.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { insertApiKey, type CreateContext } from '#core/api-keys/api-keys.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import { lockAccount } from '#core/user-row.ts';
import { pairedKeyName } from '#messages/server/answers.ts';
import { sha256 } from '#platform/sha256.ts';

/** Of one account; an older one gives way. */
const waitingMax = 5;

function deviceContext(codeHash: Buffer): SealContext {
  return { field: 'pairings.device', rowId: codeHash.toString('hex') };
}

interface Pairing {
  readonly userId: string;
  /** SHA-256 of the extension's verifier, in base64url (RFC 7636 §4.2). */
  readonly challenge: string;
  /** What the extension runs on, in our words: it names the key. */
  readonly device: string;
}

/** The code that hands a key over, and when it ends. */
interface BegunPairing {
  readonly code: string;
  readonly expiresAt: string;
}

/**
 * Lets one browser extension have a key of this account, for whoever proved a moment ago who they are. The key is made when the
 * extension comes for it: by the code alone it is not to be had.
 * @throws AppError rate_limited.
 */
export async function beginPairing(
  { database, keys, clock, random, limiter }: CreateContext,
  { userId, challenge, device }: Pairing,
): Promise<BegunPairing> {
  await limiter.take('apiKeysPerUser', { userId });
  const { token: code, hash: codeHash } = makeSecretToken(random);
  const expiresAt = new Date(clock.now() + pairingSeconds * 1000);
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const waiting = await transaction
      .selectFrom('pairings')
      .select('codeHash')
      .where('userId', '=', userId)
      .orderBy('expiresAt', 'desc')
      .offset(waitingMax - 1)
      .execute();
    const oldest = waiting.map((row) => row.codeHash);
    if (oldest.length > 0) await transaction.deleteFrom('pairings').where('codeHash', 'in', oldest).execute();
    await transaction
      .insertInto('pairings')
      .values({
        codeHash,
        userId,
        challenge: Buffer.from(challenge, 'base64url'),
        deviceSealed: keys.seal(deviceContext(codeHash), device),
        expiresAt,
      })
      .execute();
  });
  return { code, expiresAt: expiresAt.toISOString() };
}

/**
 * Gives the extension its key, once. A code with a verifier that is not its own ends there and then: somebody else has seen it.
 * @throws AppError pairing_over, too_many_api_keys, account_leaving, account_waiting.
 */
export async function redeemPairing(
  context: Omit<CreateContext, 'limiter'>,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<RedeemedPairing> {
  const { database, keys, clock } = context;
  const codeHash = hashSecretToken(code);
  if (codeHash === null) throw new AppError('pairing_over');
  const redeemed = await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('pairings')
      .where('codeHash', '=', codeHash)
      .returning(['userId', 'challenge', 'deviceSealed', 'expiresAt'])
      .executeTakeFirst();
    if (row === undefined || row.expiresAt.getTime() <= clock.now()) return null;
    if (!timingSafeEqual(row.challenge, sha256(verifier))) return null;
    const device = keys.open(deviceContext(codeHash), row.deviceSealed).toString();
    const name = pairedKeyName(device).slice(0, limits.apiKeyNameMax);
    return { userId: row.userId, apiKey: await insertApiKey(transaction, context, row.userId, { name, scope: 'use' }) };
  });
  if (redeemed === null) throw new AppError('pairing_over');
  return redeemed;
}

/** Erases those that nobody came for. */
export async function removeOldPairings({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db.deleteFrom('pairings').where('expiresAt', '<=', new Date(clock.now())).execute();
}
