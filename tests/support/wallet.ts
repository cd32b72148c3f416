import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { base58 } from '@scure/base';
import { walletMessage } from '#contract/wallet-message.ts';
import { walletChallengeResponseSchema, type WalletChallenge, type WalletProof } from '#contract/sign-in.ts';
import type { Answer, Visitor } from '#support/api.ts';

/** A Solana wallet with a real key. */
export interface TestWallet {
  readonly address: string;
  /** The signature of any message. */
  sign(message: Uint8Array): Buffer;
  /** What a wallet answers when its owner agrees to sign in. */
  prove(challenge: WalletChallenge): WalletProof;
}

const keyBytes = 32;

/** A new one, or that of a known key. */
export function createTestWallet(
  { privateKey }: { readonly privateKey: KeyObject } = generateKeyPairSync('ed25519'),
): TestWallet {
  const address = base58.encode(
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-keyBytes),
  );
  const signMessage = (message: Uint8Array): Buffer => sign(null, message, privateKey);
  return {
    address,
    sign: signMessage,
    prove: (challenge) => {
      const message = Buffer.from(walletMessage(challenge, address));
      const signature = signMessage(message);
      return {
        walletAddress: address,
        signedMessage: message.toString('base64'),
        signature: signature.toString('base64'),
      };
    },
  };
}

/** Asks for a challenge and answers it: at `path`, the sign-in unless it says otherwise. */
export async function proveWallet(visitor: Visitor, wallet: TestWallet, path = '/api/auth/wallet'): Promise<Answer> {
  const { body } = await visitor.send('POST', '/api/auth/wallet/challenge', {});
  return visitor.send('POST', path, wallet.prove(walletChallengeResponseSchema.parse(body).challenge));
}
