import { z } from 'zod';

/** The fields a wallet is asked to sign (Sign In With Solana), all but the address. */
export const walletChallengeSchema = z.object({
  domain: z.string(),
  statement: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.literal('mainnet'),
  nonce: z.string(),
  issuedAt: z.iso.datetime(),
  expirationTime: z.iso.datetime(),
});
export type WalletChallenge = z.infer<typeof walletChallengeSchema>;

export const walletChallengeResponseSchema = z.object({ challenge: walletChallengeSchema });

const addressMissing = 'Wallet address is required';
/** 32 octets in base58. */
const walletAddress = z.string({ error: addressMissing }).min(1, addressMissing).max(64);

/** The address may be left out: every wallet gets the same challenge. */
export const walletChallengeRequestSchema = z.strictObject({ walletAddress: walletAddress.optional() });

const signatureMissing = 'A signature is required';

/** What a wallet returns: the text it signed and the signature, both in base64. */
export const walletProofSchema = z.strictObject({
  walletAddress,
  signedMessage: z.string({ error: signatureMissing }).min(1, signatureMissing).max(2048),
  signature: z.string({ error: signatureMissing }).min(1, signatureMissing).max(128),
});
export type WalletProof = z.infer<typeof walletProofSchema>;
