import { createHash } from 'node:crypto';
import { retention } from '#contract/retention/retention.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';

/** How long a wallet or a passkey has to answer. */
export const challengeLifeMs = retention.challengeMinutes * 60 * 1000;

/** What an answer to a challenge is for; no other may use it up. */
export type ChallengePurpose = 'wallet' | 'passkey' | 'new_passkey' | 'new_account';

interface NewChallenge {
  readonly purpose: ChallengePurpose;
  /** In the text form in which the answer brings it back. */
  readonly nonce: string;
  /** Whose it is; null: whoever answers. */
  readonly userId: string | null;
  /** What the browser holds from an earlier one; it goes on, so that two of its windows do not get in each other's way. */
  readonly browserToken: string | null;
}

/** What tells one challenge from another. */
export interface ChallengeTimes {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** What is stored of a nonce. */
function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}

function holdBrowser({ random }: Pick<CoreContext, 'random'>, token: string | null) {
  const hash = token === null ? null : hashSecretToken(token);
  return token === null || hash === null ? makeSecretToken(random) : { token, hash };
}

/** Stores a challenge that only one browser can answer: the one that gets `browserToken` as a cookie. */
export async function storeChallenge(
  { database, clock, random }: Pick<CoreContext, 'database' | 'clock' | 'random'>,
  { purpose, nonce, userId, browserToken: held }: NewChallenge,
): Promise<ChallengeTimes & { readonly browserToken: string }> {
  const { token: browserToken, hash: browserHash } = holdBrowser({ random }, held);
  const issuedAt = new Date(clock.now());
  const expiresAt = new Date(issuedAt.getTime() + challengeLifeMs);
  await database.db
    .insertInto('walletChallenges')
    .values({ nonceHash: hashNonce(nonce), browserHash, purpose, userId, issuedAt, expiresAt })
    .execute();
  return { issuedAt, expiresAt, browserToken };
}

/**
 * Uses a challenge up: of two answers at once one gets it. Another browser's stays as it is. Undefined when there is none;
 * whether it is over the caller sees by its times.
 */
export function useChallenge(
  { database }: Pick<CoreContext, 'database'>,
  { purpose, nonce, browserToken }: { purpose: ChallengePurpose; nonce: string; browserToken: string | null },
): Promise<(ChallengeTimes & { readonly userId: string | null }) | undefined> {
  return database.db
    .deleteFrom('walletChallenges')
    .where('nonceHash', '=', hashNonce(nonce))
    .where('purpose', '=', purpose)
    .where('browserHash', '=', hashSecretToken(browserToken ?? '') ?? Buffer.alloc(0))
    .returning(['userId', 'issuedAt', 'expiresAt'])
    .executeTakeFirst();
}

/** Erases challenges that nobody answered in time. */
export async function removeExpiredChallenges({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db.deleteFrom('walletChallenges').where('expiresAt', '<=', new Date(clock.now())).execute();
}
