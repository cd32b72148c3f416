import { z } from 'zod';
import { newApiKeySchema } from '#contract/account.ts';

/** 32 octets in base64url. */
const secretSchema = z.string().regex(/^[\w-]{43}$/u);

/** How long the code is good that hands a key over. The extension comes for it at once. */
export const pairingSeconds = 120;

/** `challenge`: SHA-256 of the verifier that only the extension knows (RFC 7636 §4.2, S256). */
export const beginPairingSchema = z.strictObject({ challenge: secretSchema });

export const pairingResponseSchema = z.object({
  /** Good once, for the extension whose challenge it was made for. */
  pairing: z.object({ code: z.string(), expiresAt: z.iso.datetime() }),
});

export const redeemPairingSchema = z.strictObject({ code: secretSchema, verifier: secretSchema });

export const redeemedPairingSchema = z.object({
  /** The account that the key is of. */
  userId: z.uuid(),
  apiKey: newApiKeySchema,
});
export type RedeemedPairing = z.infer<typeof redeemedPairingSchema>;
