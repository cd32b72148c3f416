import { z } from 'zod';
import { accountFaults, findEmailFault, fitsPassword } from '#contract/account-faults.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { languages } from '#contract/account/languages.ts';
import { limits } from '#contract/limits.ts';
import { passkeyProofSchema } from '#contract/account/passkeys.ts';
import { invitationSchema } from '#contract/account/registration.ts';
import { pairingPage, settingsPages } from '#contract/pages.ts';
import { linkTokenSchema } from '#contract/targets.ts';
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

/** A sign-in with a wallet; a new one may bring an invitation. */
export const walletSignInSchema = walletProofSchema.extend({ invitation: invitationSchema.optional() });
export type WalletSignInInput = z.infer<typeof walletSignInSchema>;

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z
  .string({ error: accountFaults.codeMissing })
  .trim()
  .min(1, accountFaults.codeMissing)
  .max(limits.secondFactorCodeMax, accountFaults.codeInvalid);

export const secondFactorInputSchema = z.strictObject({ code: secondFactorCodeSchema });
export type SecondFactorInput = z.infer<typeof secondFactorInputSchema>;

/** What an authenticator app needs; nothing is asked for until a first code has shown that it works. */
export const secondFactorStartSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://totp/…` */
  uri: z.string(),
});
export type SecondFactorStart = z.infer<typeof secondFactorStartSchema>;

/** Shown once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** A change of how one gets in. The codes, where there were none and they are needed now, are shown once. */
export const methodChangedSchema = messageResponseSchema.extend({ recoveryCodes: z.array(z.string()).optional() });

/** An email and a password that somebody may sign in with from now on. */
export const linkEmailSchema = z.strictObject({
  email: z.string({ error: accountFaults.email }).refine((text) => findEmailFault(text) === null, accountFaults.email),
  password: z
    .string({ error: accountFaults.passwordTooShort })
    .min(limits.passwordMin, accountFaults.passwordTooShort)
    .refine(fitsPassword, accountFaults.passwordTooLong),
});
export type LinkEmailInput = z.infer<typeof linkEmailSchema>;

export const registerSchema = linkEmailSchema.extend({ invitation: invitationSchema.optional() });
export type RegisterInput = z.infer<typeof registerSchema>;

export const loginSchema = z.strictObject({
  email: z.string({ error: accountFaults.email }).min(1, accountFaults.email),
  password: z
    .string({ error: accountFaults.passwordMissing })
    .min(1, accountFaults.passwordMissing)
    .refine(fitsPassword, accountFaults.passwordTooLong),
  /** Only for accounts whose second factor is on. */
  code: secondFactorCodeSchema.optional(),
});
export type LoginInput = z.infer<typeof loginSchema>;

/** What the operator has stopped: what its owner sends, or all mail. */
export const suspensionScopeSchema = z.enum(['sending', 'all']);
export type SuspensionScope = z.infer<typeof suspensionScopeSchema>;

export const suspensionSchema = z.object({
  scope: suspensionScopeSchema,
  /** In the operator's words. */
  reason: z.string(),
  since: z.iso.datetime(),
});
export type Suspension = z.infer<typeof suspensionSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  walletAddress: z.string().nullable(),
  authMethod: z.enum(['email', 'wallet', 'google', 'passkey']),
  /** Dollars as text, two decimals. */
  balance: z.string(),
  /** What its owner reads; left out: nobody knows yet. */
  language: z.enum(languages).optional(),
  /** Only of an account that is leaving: when it is erased, unless its owner takes that back. */
  leavingUntil: z.iso.datetime().optional(),
  /** Only of an account that the operator has not approved yet: it can change nothing. */
  waitingSince: z.iso.datetime().optional(),
  /** Only of an account that the operator has suspended. */
  suspension: suspensionSchema.optional(),
});
export type User = z.infer<typeof userSchema>;

export const userResponseSchema = z.object({ user: userSchema });

/** `msg`: for programs, where apps of SimpleLogin read it. */
export const registeredResponseSchema = userResponseSchema.extend({ msg: z.string().optional() });

/** An account that was opened with a passkey, its only way in. */
export const passkeyAccountSchema = userResponseSchema.extend(recoveryCodesSchema.shape);
export type PasskeyAccount = z.infer<typeof passkeyAccountSchema>;
export type UserResponse = z.infer<typeof userResponseSchema>;

/** Signed out is an answer, not an error. */
export const sessionResponseSchema = z.object({ user: userSchema.nullable() });
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

export const authMethodSchema = userSchema.shape.authMethod;
export type AuthMethod = z.infer<typeof authMethodSchema>;

/** Ways to sign in of which an account has one each; passkeys are removed one by one. */
export const singleMethodSchema = authMethodSchema.exclude(['passkey']);
export type SingleMethod = z.infer<typeof singleMethodSchema>;

/** An existing sign-in method, proved once more. `code`: of the second factor, where it is on. */
export const confirmIdentitySchema = z.union([
  z.strictObject({
    password: z.string().min(1, accountFaultTexts.passwordMissing).max(limits.passwordMaxBytes),
    code: secondFactorCodeSchema.optional(),
  }),
  walletProofSchema,
  passkeyProofSchema,
]);
export type ConfirmIdentityInput = z.infer<typeof confirmIdentitySchema>;

/** Email and password, of somebody whose second factor is locked. */
export const lockedFactorSchema = loginSchema.omit({ code: true });

/** What the page behind a mailed link about a second factor shows. */
export const secondFactorLinkSchema = z.object({
  /** It turns the second factor off; else it only prevents that. */
  turnsOff: z.boolean(),
  /** From when it does; null: now. */
  worksFrom: z.iso.datetime().nullable(),
});
export type SecondFactorLink = z.infer<typeof secondFactorLinkSchema>;

export const secondFactorLinkResponseSchema = z.object({ link: secondFactorLinkSchema });

export const forgotPasswordSchema = z.strictObject({ email: registerSchema.shape.email });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordSchema>;

/** The token of the mailed link, and the new password. */
export const resetPasswordSchema = linkTokenSchema.extend({
  password: registerSchema.shape.password,
  /** API keys and SMTP credentials that stay, by id; all others end. */
  keep: z.array(z.uuid()).max(limits.keptProgramsMax).optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;

export const changePasswordSchema = z.strictObject({
  currentPassword: loginSchema.shape.password,
  newPassword: registerSchema.shape.password,
});
export type ChangePasswordInput = z.infer<typeof changePasswordSchema>;

/** Where Google sends people back to, under PUBLIC_URL. */
export const googleCallbackPath = '/api/auth/google/callback';

/** What somebody goes to Google for. `profile`: names and picture, which are asked for only then. */
export const googlePurposeSchema = z.enum(['sign-in', 'link', 'confirm', 'profile']);
export type GooglePurpose = z.infer<typeof googlePurposeSchema>;

/** Pages that ask who is there, and so may be come back to. */
export const confirmingPageSchema = z.enum(['/settings', ...settingsPages, '/dashboard', pairingPage]);
export type ConfirmingPage = z.infer<typeof confirmingPageSchema>;

/** Why it did not work, in the `reason` of the page it returns to. */
export const googleFailureReasonSchema = z.enum([
  /** The person said no. */
  'denied',
  /** Too many tries lately. */
  'busy',
  /** Too slow, in another browser, used twice, or signed out meanwhile. */
  'expired',
  /** Google has not verified that account's email. */
  'unverified',
  /** Google or the way there is down. */
  'unavailable',
  /** Its email or Google account belongs to another account here, which must link it itself. */
  'taken',
  /** It is not the Google account that is linked. */
  'mismatch',
  /** The account is locked, and Google was added to it shortly before. */
  'locked',
  /** Linking asks for an existing method first. */
  'confirm',
  /** That Google account is new here, and nobody invited it. */
  'uninvited',
]);
export type GoogleFailureReason = z.infer<typeof googleFailureReasonSchema>;
