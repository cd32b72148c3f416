import { timingSafeEqual } from 'node:crypto';
import type { RedeemedPairing } from '#contract/extension/pairing.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { insertApiKey, type CreateContext } from '#core/api-keys/api-keys.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import { issueLink, peekLink, trySpendLink } from '#core/links/secret-links.ts';
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
  context: CreateContext,
  { userId, challenge, device }: Pairing,
): Promise<BegunPairing> {
  const { database, keys, limiter } = context;
  await limiter.take('apiKeysPerUser', { userId });
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const waiting = await transaction
      .selectFrom('secretLinks')
      .select('tokenHash')
      .where('kind', '=', 'pairing')
      .where('userId', '=', userId)
      .orderBy('expiresAt', 'desc')
      .offset(waitingMax - 1)
      .execute();
    const oldest = waiting.map(({ tokenHash }) => tokenHash);
    if (oldest.length > 0) await transaction.deleteFrom('secretLinks').where('tokenHash', 'in', oldest).execute();
    const { token: code, expiresAt } = await issueLink(transaction, context, 'pairing', {
      userId,
      proofHash: Buffer.from(challenge, 'base64url'),
      sealed: (codeHash) => keys.seal(deviceContext(codeHash), device),
    });
    return { code, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Gives the extension its key, once. A code with a verifier that is not its own ends there and then: somebody else has seen it.
 * @throws AppError pairing_over, too_many_api_keys, account_leaving, account_waiting.
 */
export async function redeemPairing(
  context: Omit<CreateContext, 'limiter'>,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<RedeemedPairing> {
  const { database, keys } = context;
  const redeemed = await database.db.transaction().execute(async (transaction) => {
    const found = await peekLink(transaction, context, 'pairing', code);
    // First, as whoever locks everything does, and then ends links: of the two, one is over before the other begins.
    if (found) await lockAccount(transaction, found.userId);
    const link = found && (await trySpendLink(transaction, context, found));
    if (link === undefined || !timingSafeEqual(link.proofHash, sha256(verifier))) return null;
    const device = keys.open(deviceContext(link.tokenHash), link.sealed).toString();
    const name = pairedKeyName(device).slice(0, limits.apiKeyNameMax);
    return {
      userId: link.userId,
      apiKey: await insertApiKey(transaction, context, link.userId, { name, scope: 'use' }),
    };
  });
  if (redeemed === null) throw new AppError('pairing_over');
  return redeemed;
}
