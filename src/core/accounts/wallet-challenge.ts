import { createHash } from 'node:crypto';
import type { WalletChallenge } from '#contract/sign-in.ts';
import { walletStatement } from '#messages/answers.ts';

/** What tells one challenge from another. */
export interface ChallengeParts {
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** How long a wallet has to answer. */
export const challengeLifeMs = 5 * 60 * 1000;

/** What is stored of a nonce. */
export function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}

/** All fields of a challenge. Domain and URI come from the configuration: the wallet shows them to its owner. */
export function describeChallenge(publicUrl: string, { nonce, issuedAt, expiresAt }: ChallengeParts): WalletChallenge {
  return {
    domain: new URL(publicUrl).host,
    statement: walletStatement,
    uri: publicUrl,
    version: '1',
    chainId: 'mainnet',
    nonce,
    issuedAt: issuedAt.toISOString(),
    expirationTime: expiresAt.toISOString(),
  };
}
