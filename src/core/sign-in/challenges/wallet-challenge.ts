import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { AppError } from '#contract/errors.ts';
import type { WalletChallenge, WalletProof } from '#contract/sign-in.ts';
import { walletMessage } from '#contract/wallet-message.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { storeChallenge, useChallenge, type ChallengeTimes } from '#core/sign-in/challenges/browser-challenge.ts';
import type { TargetSettings } from '#core/targets/target-context.ts';
import { walletStatement } from '#messages/server/answers.ts';

/** 128 bits; in hexadecimal, as a nonce has letters and digits only. */
const nonceBytes = 16;

/** All fields of a challenge. Domain and URI come from the configuration: the wallet shows them to its owner. */
function describeChallenge(publicUrl: string, nonce: string, { issuedAt, expiresAt }: ChallengeTimes): WalletChallenge {
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

type ChallengeContext = Pick<AccountContext, 'database' | 'clock' | 'random' | 'limiter' | 'settings'>;

/**
 * What a wallet signs to show that it is there: once, within 5 minutes, in the browser that holds `browserToken`.
 * @throws AppError rate_limited.
 */
export async function createWalletChallenge(
  context: ChallengeContext,
  ip: string,
): Promise<{ challenge: WalletChallenge; browserToken: string }> {
  const { random, limiter, settings } = context;
  await limiter.take('walletChallengePerNetwork', { ip });
  const nonce = random.bytes(nonceBytes).toString('hex');
  const stored = await storeChallenge(context, { purpose: 'wallet', nonce, userId: null, browserToken: null });
  return { challenge: describeChallenge(settings.publicUrl, nonce, stored), browserToken: stored.browserToken };
}

interface WalletVerifyContext extends Pick<CoreContext, 'database' | 'clock'> {
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
  const used = await useChallenge(context, { purpose: 'wallet', nonce, browserToken });
  const now = new Date(context.clock.now());
  const { issuedAt, expiresAt } = used ?? { issuedAt: now, expiresAt: now };
  const challenge = describeChallenge(context.settings.publicUrl, nonce, { issuedAt, expiresAt });
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
