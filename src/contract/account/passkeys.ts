import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { passkeyFaults } from '#contract/account/settings-faults.ts';
import { invitationSchema } from '#contract/account/registration.ts';

/** Octets in base64url, as WebAuthn writes them in JSON. */
function octets(maxLength: number) {
  return z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength);
}

/** At most 1023 octets (WebAuthn level 3, §4). */
const credentialId = octets(1364);
const clientDataJson = octets(4096);
const authenticatorData = octets(4096);

/** How browsers may reach an authenticator. */
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const attachment = z.enum(['platform', 'cross-platform']).optional();

/** What a passkey signs to show that its holder is there. */
export const assertionSchema = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.object({}),
  response: z.strictObject({
    clientDataJSON: clientDataJson,
    authenticatorData,
    signature: octets(2048),
    userHandle: octets(128).optional(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** A new passkey. Larger ones carry statements about their maker, which nobody asked for. */
export const attestationSchema = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.object({}),
  response: z.strictObject({
    clientDataJSON: clientDataJson,
    attestationObject: octets(8192),
    transports: z.array(transport).max(8).optional(),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(transport),
});
export type PasskeyDescriptor = z.infer<typeof descriptor>;

/** What a browser asks a passkey to sign. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty: any passkey of this site. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequestOptions = z.infer<typeof requestOptionsSchema>;

/** What a browser makes a passkey by. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
});
export type PasskeyCreationOptions = z.infer<typeof creationOptionsSchema>;

export const passkeyOptionsSchema = z.strictObject({
  /** `register`: a new account. `confirm`: of the account that is signed in. */
  purpose: z.enum(['sign-in', 'register', 'confirm']),
  /** For a new account: nobody is to make a passkey that opens nothing. */
  invitation: invitationSchema.optional(),
});

export const passkeyOptionsResponseSchema = z.union([
  z.object({ request: requestOptionsSchema }),
  z.object({ creation: creationOptionsSchema }),
]);

export const creationOptionsResponseSchema = z.object({ creation: creationOptionsSchema });

export const passkeyProofSchema = z.strictObject({ credential: assertionSchema });
export type PasskeyProof = z.infer<typeof passkeyProofSchema>;

const passkeyName = z
  .string({ error: passkeyFaults.nameRequired })
  .trim()
  .min(1, passkeyFaults.nameRequired)
  .max(limits.passkeyNameMax, passkeyFaults.nameTooLong);

export const newPasskeySchema = z.strictObject({ credential: attestationSchema, name: passkeyName });
export type NewPasskeyInput = z.infer<typeof newPasskeySchema>;

/** A passkey that opens a new account. */
export const passkeyRegistrationSchema = newPasskeySchema.extend({ invitation: invitationSchema.optional() });
export type PasskeyRegistrationInput = z.infer<typeof passkeyRegistrationSchema>;

export const renamePasskeySchema = z.strictObject({ name: passkeyName });

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** It is kept by a password manager, and so on all devices of its owner; else in this one device. */
  synced: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Day (UTC). */
  lastUsedOn: z.iso.date().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeysResponseSchema = z.object({ passkeys: z.array(passkeySchema) });

export const passkeyFactorSchema = z.strictObject({ required: z.boolean() });
