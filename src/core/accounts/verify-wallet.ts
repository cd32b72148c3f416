import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { AppError } from '#contract/errors.ts';
import { walletMessage } from '#contract/wallet-message.ts';
import type { WalletProof } from '#contract/sign-in.ts';
import { describeChallenge, hashNonce } from '#core/accounts/wallet-challenge.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken } from '#core/secret-token.ts';
import type { TargetSettings } from '#core/targets/target-context.ts';

export interface WalletVerifyContext extends Pick<CoreContext, 'database' | 'clock'> {
  readonly settings: TargetSettings;
}

const keyBytes = 32;
/** What stands before the 32 octets of an Ed25519 public key in DER (RFC 8410 §4). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** An address is the public key in base58, one text for each key; null for anything else. */
function decodeAddress(address: string): Uint8Array | null {
  try {
    const octets = base58.decode(address);
    return octets.length === keyBytes ? octets : null;
  } catch {
    return null;
  }
}

function isSignedBy(publicKey: Uint8Array, message: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([derPrefix, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}

/** Uses a challenge up: of two at once one gets it. Another browser's stays as it is. */
async function useChallenge({ database }: WalletVerifyContext, nonce: string, browserToken: string) {
  return database.db
    .deleteFrom('walletChallenges')
    .where('nonceHash', '=', hashNonce(nonce))
    .where('browserHash', '=', hashSecretToken(browserToken) ?? Buffer.alloc(0))
    .returning(['issuedAt', 'expiresAt'])
    .executeTakeFirst();
}

/**
 * Checks that the wallet of an address signed a challenge of ours for this browser, and returns the address. The
 * text is built anew and compared by the byte, so that nothing in it need be trusted or parsed. Every refusal takes
 * the same steps: one look-up, one signature check.
 * @throws AppError wallet_refused.
 */
export async function verifyWallet(
  context: WalletVerifyContext,
  proof: WalletProof,
  browserToken: string | null,
): Promise<string> {
  const message = Buffer.from(proof.signedMessage, 'base64');
  const [, nonce = ''] = /^Nonce: ([0-9a-f]{32})$/m.exec(message.toString()) ?? [];
  const used = await useChallenge(context, nonce, browserToken ?? '');
  const now = new Date(context.clock.now());
  const { issuedAt, expiresAt } = used ?? { issuedAt: now, expiresAt: now };
  const challenge = describeChallenge(context.settings.publicUrl, { nonce, issuedAt, expiresAt });
  const publicKey = decodeAddress(proof.walletAddress);
  const faults = [
    expiresAt <= now,
    publicKey === null,
    !message.equals(Buffer.from(walletMessage(challenge, proof.walletAddress))),
    !isSignedBy(publicKey ?? Buffer.alloc(keyBytes), message, Buffer.from(proof.signature, 'base64')),
  ];
  if (faults.includes(true)) throw new AppError('wallet_refused');
  return proof.walletAddress;
}
