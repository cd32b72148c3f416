import { z } from 'zod';
import { accountFaultTexts } from '#messages/faults.ts';

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
export type WalletChallengeResponse = z.infer<typeof walletChallengeResponseSchema>;

/** 32 octets in base58. */
const walletAddress = z
  .string({ error: accountFaultTexts.walletMissing })
  .min(1, accountFaultTexts.walletMissing)
  .max(64);

/** The address may be left out: every wallet gets the same challenge. */
export const walletChallengeRequestSchema = z.strictObject({ walletAddress: walletAddress.optional() });

/** What a wallet returns: the text it signed and the signature, both in base64. */
export const walletProofSchema = z.strictObject({
  walletAddress,
  signedMessage: z
    .string({ error: accountFaultTexts.signatureMissing })
    .min(1, accountFaultTexts.signatureMissing)
    .max(2048),
  signature: z
    .string({ error: accountFaultTexts.signatureMissing })
    .min(1, accountFaultTexts.signatureMissing)
    .max(128),
});
export type WalletProof = z.infer<typeof walletProofSchema>;
