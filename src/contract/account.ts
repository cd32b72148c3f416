import { z } from 'zod';
import { aliasFaults } from '#contract/alias-faults.ts';
import { apiKeyFaults } from '#contract/account-faults.ts';
import { apiKeyScopes } from '#contract/api-keys.ts';
import { accountChoicesShape } from '#contract/account/choices.ts';
import { aliasFormats, endingFormats, senderFormats } from '#contract/account/formats.ts';
import { languages } from '#contract/account/languages.ts';
import { limits } from '#contract/limits.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { findImageUrlFault, pictureFaults, profileFaults } from '#contract/account/settings-faults.ts';
import { userSchema } from '#contract/sign-in.ts';
import { binDaysFaultText, holdDaysFaultText } from '#messages/faults.ts';

const binDaysFault = binDaysFaultText(limits.binDaysMax);
const holdDaysFault = holdDaysFaultText(heldLimits.holdDaysMax);

const apiKeyScopeSchema = z.enum(apiKeyScopes, { error: apiKeyFaults.scope });

export const createApiKeySchema = z.strictObject({
  name: z
    .string({ error: apiKeyFaults.nameRequired })
    .trim()
    .min(1, apiKeyFaults.nameRequired)
    .max(limits.apiKeyNameMax, apiKeyFaults.nameTooLong),
  scope: apiKeyScopeSchema.default('all'),
  /** Left out: the key lasts until it is revoked. */
  days: z
    .int({ error: apiKeyFaults.days })
    .min(1, apiKeyFaults.days)
    .max(limits.apiKeyDaysMax, apiKeyFaults.days)
    .optional(),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeySchema>;

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** What it opens. */
  scope: apiKeyScopeSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  expired: z.boolean(),
  /** Day (UTC) of the last request with it. */
  lastUsedOn: z.iso.date().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Right after it was made, and never again. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

export const apiKeysResponseSchema = z.object({ apiKeys: z.array(apiKeySchema) });

export const newApiKeyResponseSchema = z.object({ apiKey: newApiKeySchema });
export type NewApiKeyResponse = z.infer<typeof newApiKeyResponseSchema>;

/** Empty unless its owner fills it in. `profileImageUrl` is an address elsewhere that nobody loads. */
const profileSchema = z.object({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Empty text empties a field. */
function profileField(max: number, fault: string) {
  return z
    .string()
    .trim()
    .max(max, fault)
    .nullable()
    .transform((text) => text || null);
}

export const profileInputSchema = z.strictObject({
  firstName: profileField(limits.profileNameMax, profileFaults.nameTooLong),
  lastName: profileField(limits.profileNameMax, profileFaults.nameTooLong),
  profileImageUrl: profileField(limits.profileImageUrlMax, profileFaults.imageUrl).refine(
    (url) => findImageUrlFault(url ?? '') === null,
    profileFaults.imageUrl,
  ),
});

/** A JPEG or PNG, as base64; what it tells beside what it shows is taken out. */
export const pictureInputSchema = z.strictObject({ picture: z.string({ error: pictureFaults.notBase64 }) });

/** An account as its settings page shows it. */
export const accountSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  walletAddress: z.string().nullable(),
  /** Linked with Google. */
  google: z.boolean(),
  /** The way of this session's sign-in. */
  authMethod: userSchema.shape.authMethod,
  hasPassword: z.boolean(),
  /** A code is asked for at sign-in by password. */
  secondFactor: z.boolean(),
  /** A passkey is asked for at sign-in by password. */
  passkeyFactor: z.boolean(),
  passkeys: z.int().nonnegative(),
  recoveryCodesLeft: z.int().nonnegative(),
  ...profileSchema.shape,
  /** Where its own picture can be loaded, on this site, today and tomorrow; null: it has none. */
  pictureUrl: z.string().nullable(),
  /** Serves new aliases that name no target; null: none was chosen. */
  defaultTargetId: z.uuid().nullable(),
  ...accountChoicesShape,
  /** How long deleted aliases lie in the bin; 0: they are gone at once. */
  binDays: z.int().min(0).max(limits.binDaysMax),
  /** The mail of its aliases is counted by day. */
  countMail: z.boolean(),
  /** Of pages and mails; null: nobody knows yet. */
  language: z.enum(languages).nullable(),
  /** How long mail is held that would be refused; 0: it is refused; null: its owner was not asked yet. */
  holdDays: z.int().min(0).max(heldLimits.holdDaysMax).nullable(),
  /** Messages that are held now. */
  heldMessages: z.int(),
  /** A mail a day about it. */
  heldDigest: z.boolean(),
  /** Domains that it brought or was given. */
  ownDomains: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
  /** When it ends unless its email is confirmed; null: never. */
  endsAt: z.iso.datetime().nullable(),
});
export type Account = z.infer<typeof accountSchema>;

export const accountResponseSchema = z.object({ account: accountSchema });

/**
 * What an API key learns of its account and of itself: what its calls need. Not who the account is: a key may lie in the settings
 * of a program for years.
 */
export const keyAccountResponseSchema = z.object({
  account: accountSchema.pick({
    id: true,
    defaultTargetId: true,
    defaultDomain: true,
    aliasFormat: true,
    endingFormat: true,
    senderFormat: true,
    binDays: true,
    countMail: true,
    language: true,
    holdDays: true,
    createdAt: true,
  }),
  apiKey: apiKeySchema.pick({ id: true, name: true, scope: true, createdAt: true, expiresAt: true }),
});
export type KeyAccountResponse = z.infer<typeof keyAccountResponseSchema>;

/** What is left out stays as it is. */
export const changeAccountSchema = z
  .strictObject({
    /** For aliases deleted from now on. */
    binDays: z.int({ error: binDaysFault }).min(0, binDaysFault).max(limits.binDaysMax, binDaysFault).optional(),
    /** Off: what was counted is erased. */
    countMail: z.boolean().optional(),
    holdDays: z
      .int({ error: holdDaysFault })
      .min(0, holdDaysFault)
      .max(heldLimits.holdDaysMax, holdDaysFault)
      .optional(),
    heldDigest: z.boolean().optional(),
    language: z.enum(languages).optional(),
    /** One that takes new aliases of the account; null: none in particular. */
    defaultDomain: z.string().max(limits.emailMaxOctets).nullable().optional(),
    aliasFormat: z.enum(aliasFormats).nullable().optional(),
    endingFormat: z.enum(endingFormats).optional(),
    senderFormat: z.enum(senderFormats).optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), aliasFaults.noSetting);
export type ChangeAccount = z.infer<typeof changeAccountSchema>;
export const changeAccountResponseSchema = z.object({ message: z.string(), account: accountSchema });

export const defaultTargetSchema = z.strictObject({ targetId: z.uuid().nullable() });

export const sessionSchema = z.object({
  id: z.uuid(),
  /** Browser and system, as far as they told. */
  device: z.string(),
  authMethod: userSchema.shape.authMethod,
  createdAt: z.iso.datetime(),
  /** To the day. */
  lastUsedAt: z.iso.datetime(),
  /** At the latest, whatever its use. */
  endsAt: z.iso.datetime(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) });

/** What happened to an account that its owner should hear of. */
export const securityEventSchema = z.object({
  kind: z.enum([
    'password_changed',
    'second_factor_on',
    'second_factor_off',
    'second_factor_reset_asked',
    'data_exported',
    'deletion_begun',
    'five_failures',
    'locked',
    'unlocked',
    'suspended',
    'resumed',
    'recovery_link_made',
    'method_added',
    'method_removed',
    'key_made',
    'credential_made',
    'account_credential_made',
    'new_device',
    'alias_sent_elsewhere',
    'inbox_key_set',
    'inbox_key_removed',
    'inbox_subject_hidden',
    'inbox_subject_shown',
    'alias_in_clear',
    'inbox_removed',
    'default_inbox_changed',
    'domain_failing',
    'domain_lost',
    'offer_made',
    'passed_on',
    'taken_over',
    'role_left',
    'role_came',
  ]),
  method: z.enum(['password', 'google', 'wallet', 'passkey']).optional(),
  /** Of an API key, the domain, what was offered or passed, or the domain that a credential or new aliases are on. */
  name: z.string().optional(),
  scope: z.string().optional(),
  device: z.string().optional(),
  /** `name@domain`. */
  alias: z.string().optional(),
});
export type SecurityEventFacts = z.infer<typeof securityEventSchema>;

export const listedEventSchema = securityEventSchema.extend({ id: z.uuid(), at: z.iso.datetime() });
export type ListedEvent = z.infer<typeof listedEventSchema>;

const securitySchema = z.object({
  /** The last ones, newest first. */
  events: z.array(listedEventSchema),
  /** How many inboxes are warned of what happens. */
  warnedInboxes: z.int(),
  /** Since when everything is locked; null: it is not. */
  lockedAt: z.iso.datetime().nullable(),
});
export type Security = z.infer<typeof securitySchema>;
export const securityResponseSchema = z.object({ security: securitySchema });

/** What the page behind a mailed link to lock an account shows: nothing of the account. */
const lockLinkSchema = z.object({ locked: z.boolean() });
export const lockLinkResponseSchema = z.object({ link: lockLinkSchema });

/** Programs that get in without a password, and may stay when it is replaced. */
const programSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['api_key', 'smtp']),
  /** Of an API key its name, of an SMTP credential its alias; null where the inbox must not learn it. */
  name: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Program = z.infer<typeof programSchema>;
export const programsResponseSchema = z.object({ programs: z.array(programSchema) });
