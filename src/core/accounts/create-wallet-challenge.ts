import type { WalletChallenge } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { challengeLifeMs, describeChallenge, hashNonce } from '#core/accounts/wallet-challenge.ts';
import { makeSecretToken } from '#core/secret-token.ts';

type ChallengeContext = Pick<AccountContext, 'database' | 'clock' | 'random' | 'limiter' | 'settings'>;

/** 128 bits; in hexadecimal, as a nonce has letters and digits only. */
const nonceBytes = 16;

/**
 * What a wallet signs to show that it is there: once, within 5 minutes, in the browser that holds `browserToken`.
 * @throws AppError rate_limited.
 */
export async function createWalletChallenge(
  { database, clock, random, limiter, settings }: ChallengeContext,
  ip: string,
): Promise<{ challenge: WalletChallenge; browserToken: string }> {
  await limiter.take('walletChallengePerNetwork', { ip });
  const nonce = random.bytes(nonceBytes).toString('hex');
  const { token: browserToken, hash: browserHash } = makeSecretToken(random);
  const issuedAt = new Date(clock.now());
  const expiresAt = new Date(issuedAt.getTime() + challengeLifeMs);
  await database.db
    .insertInto('walletChallenges')
    .values({ nonceHash: hashNonce(nonce), browserHash, issuedAt, expiresAt })
    .execute();
  return { challenge: describeChallenge(settings.publicUrl, { nonce, issuedAt, expiresAt }), browserToken };
}
