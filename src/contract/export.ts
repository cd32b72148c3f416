import { z } from 'zod';
import { accountCredentialSchema } from '#contract/account/smtp-credentials.ts';
import { accountSchema, sessionSchema, apiKeySchema, listedEventSchema } from '#contract/account.ts';
import {
  aliasSchema,
  aliasTargetSchema,
  binnedAliasSchema,
  changeSchema,
  credentialSchema,
} from '#contract/aliases.ts';
import { ownDomainSchema } from '#contract/account/domains.ts';
import { rulesResponseSchema } from '#contract/domains/domain-rules.ts';
import { listedOfferSchema } from '#contract/domains/offers.ts';
import { aliasSettingsSchema } from '#contract/aliases/alias-settings.ts';
import { exportedCountSchema } from '#contract/aliases/counts.ts';
import { labelSchema } from '#contract/aliases/labels.ts';
import { spellDomain } from '#contract/email-address.ts';
import { heldMessageSchema, heldResponseSchema } from '#contract/held/held.ts';
import { checklistEntrySchema, moveSchema } from '#contract/moves/moves.ts';
import { limits } from '#contract/limits.ts';
import { targetKeySchema } from '#contract/targets.ts';
import { passkeySchema } from '#contract/account/passkeys.ts';
import { abuseReportKindSchema } from '#contract/operator.ts';
import { senderRuleSchema } from '#contract/held/sender-rules.ts';
import { suspensionSchema } from '#contract/sign-in.ts';
import { aliasFaultTexts, inputFaults } from '#messages/faults.ts';

const time = z.iso.datetime();

export const exportQuerySchema = z.strictObject({
  /** `csv`: what the import reads: the aliases, the domains with their rules, and the rules of the account. */
  format: z.enum(['json', 'csv']).default('json'),
});

/** What of an alias its list does not show. */
const ownAliasShape = {
  ...aliasSettingsSchema.shape,
  /** The unsubscribe button of its mail paused it. */
  pausedByLink: z.boolean(),
  pinned: z.boolean(),
  everUsed: z.boolean(),
  /** Kept only where it ends after days without mail. */
  lastUsedOn: z.iso.date().nullable(),
};

/** Everything stored about an account. */
export const accountExportSchema = z.object({
  exportedAt: time,
  account: accountSchema.omit({ pictureUrl: true }).extend({
    /** The `sub` claim. */
    googleId: z.string().nullable(),
    emailVerifiedAt: time.nullable(),
    secondFactorSince: time.nullable(),
    /** Since when everything is locked. */
    lockedAt: time.nullable(),
    /** How many aliases it may have, where the operator set that. */
    aliasQuota: z.int().nullable(),
    /** What the operator has stopped. */
    suspension: suspensionSchema.nullable(),
    /** The password counts no more, since a lock. */
    passwordVoid: z.boolean(),
    passkeyFactorSince: time.nullable(),
    /** Dollars as text, two decimals. */
    balance: z.string(),
    updatedAt: time,
  }),
  /** The picture itself. */
  picture: z.object({ type: z.enum(['image/jpeg', 'image/png']), base64: z.string(), updatedAt: time }).nullable(),
  passkeys: z.array(
    passkeySchema.extend({
      credentialId: z.string(),
      algorithm: z.int(),
      publicKey: z.string(),
      signatures: z.int(),
      transports: z.array(z.string()).readonly(),
      backedUp: z.boolean(),
    }),
  ),
  sessions: z.array(sessionSchema.omit({ endsAt: true, current: true }).extend({ confirmedAt: time, expiresAt: time })),
  aliases: z.array(aliasSchema.extend(ownAliasShape)),
  /** Deleted aliases that can still be restored. */
  bin: z.array(binnedAliasSchema.extend(ownAliasShape)),
  labels: z.array(labelSchema),
  /** Messages of aliases by day, where they are counted. */
  countedMail: z.array(exportedCountSchema),
  /** Changes that can be undone. */
  changes: z.array(changeSchema),
  /** Brought by the account, or that it may use. */
  domains: z.array(ownDomainSchema),
  /** Links by which it passes aliases and domains on, without their secrets. */
  offers: z.array(listedOfferSchema),
  /** Moves from other services that are not done or not forgotten yet. */
  moves: z.array(moveSchema),
  /** Addresses at other services that are to be changed at their sites. */
  checklist: z.array(checklistEntrySchema),
  targets: z.array(
    aliasTargetSchema.extend({
      confirmedAt: time.nullable(),
      spfReplies: z.boolean(),
      maySend: z.boolean(),
      dropKeys: z.boolean(),
      dropSignatures: z.boolean(),
      disabledAt: time.nullable(),
      /** When it last sent back mail that it had taken. */
      bouncedAt: time.nullable(),
      /** Messages that it had no room for, within three days. */
      fullSince: time.nullable(),
      fullMessages: z.number().int(),
      /** Messages that it refused while another inbox took them, within 30 days, and why the last. */
      refusedSince: time.nullable(),
      refusedMessages: z.number().int(),
      refusedStatus: z.string().nullable(),
      /** The inbox in whose place it comes once its owner agrees. */
      replacesTargetId: z.uuid().nullable(),
      /** Until when the former secret of a webhook signs, too. */
      previousSecretUntil: time.nullable(),
      /** By which its mail is encrypted, as a program takes it. */
      key: targetKeySchema.extend({ text: z.string() }).nullable(),
      createdAt: time,
    }),
  ),
  /** Of the domains that it manages; where they forward to, of those that are its own. */
  domainRules: z.array(rulesResponseSchema.extend({ domain: z.string() })),
  smtpCredentials: z.array(credentialSchema),
  /** Those that send as more than one alias. */
  accountSmtpCredentials: z.array(accountCredentialSchema),
  apiKeys: z.array(apiKeySchema),
  /** What happened to the account in the last 90 days, newest first. */
  securityEvents: z.array(listedEventSchema),
  /** Browsers that it was signed in by, by the day they were last seen. */
  knownDevices: z.array(z.object({ lastSeenOn: z.iso.date() })),
  /** Links we mailed, without their secrets. */
  mailedLinks: z.array(
    z.object({
      purpose: z.string(),
      createdAt: time,
      worksAt: time.nullable(),
      expiresAt: time,
      usedAt: time.nullable(),
    }),
  ),
  /** Mail that could not be delivered yet. */
  waitingMail: z.array(
    z.object({ alias: z.uuid().nullable(), attempts: z.int(), createdAt: time, nextAttemptAt: time, expiresAt: time }),
  ),
  /** Complaints at abuse@ that led to the account in the last 90 days, newest first. */
  complaints: z.array(z.object({ kind: abuseReportKindSchema, at: time })),
  /** Whom the account blocks, allows or holds. */
  senderRules: z.array(senderRuleSchema),
  /** Mail that is held now; the messages themselves are released, not exported. */
  held: z.array(heldMessageSchema),
  /** Messages that aliases refused, where nothing is held. */
  refusals: heldResponseSchema.shape.refusals,
  /** How often something was done lately. */
  rateLimits: z.array(z.object({ action: z.string(), count: z.int(), windowStart: time, lastAction: time })),
  /** Correspondents who wrote to an alias: how many. Their addresses are readable by nobody. */
  contacts: z.int(),
  /** What is stored and cannot be listed, in words. */
  notListed: z.array(z.string()),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

/**
 * Stands for an alias in the row that holds the rules of the whole account, in that of each domain, which names it, and in that of each
 * inbox with a key, which it forwards to.
 */
export const accountRow = '*';

/** What stands in a file before one of its parts. */
export const importBeforeSchema = z.strictObject({
  /** Rows, without the header. */
  rows: z.int().min(0),
  /** Lines, without those of the header. */
  lines: z.int().min(0),
  /** In a dry run: how many aliases the parts before would create, by their reports. */
  created: z.int().min(0),
  /** Domains that the parts before bring, by their reports. */
  domains: z.array(z.string()),
});
export type ImportBefore = z.infer<typeof importBeforeSchema>;

export const importSchema = z.strictObject({
  /** A file of ours, of SimpleLogin or of addy.io, told apart by its header row. */
  csv: z.string({ error: inputFaults.csvMissing }).min(1, inputFaults.csvMissing),
  /** Takes the names from domains that are not ours. */
  domain: z
    .string({ error: aliasFaultTexts.domainRequired })
    .trim()
    .min(1, aliasFaultTexts.domainRequired)
    .overwrite(spellDomain),
  /** For rows that name no inbox; the account's email when left out. */
  forwardTo: z.string().max(limits.forwardToMax).optional(),
  dryRun: z.boolean(),
  /** Where `csv` is a part of a file, below its header: so rows and lines are told as they stand in the whole. */
  before: importBeforeSchema.optional(),
});
export type ImportInput = z.infer<typeof importSchema>;

export const importRowSchema = z.object({
  /** As a table shows it: the header is row 1. */
  row: z.int(),
  /** `name@domain` as it is made here; what the file says where that cannot be told. */
  alias: z.string(),
  /**
   * `created`, or would be in a dry run · `exists`: is yours already · `taken`: by an earlier row of the file ·
   * `reserved`: not available here, for whatever reason · `invalid`
   */
  outcome: z.enum(['created', 'exists', 'taken', 'reserved', 'invalid']),
  message: z.string(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importReportSchema = z.object({
  dryRun: z.boolean(),
  created: z.int(),
  skipped: z.int(),
  rows: z.array(importRowSchema),
  /** Domains of one's own that the file has rows for. */
  domains: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const importResponseSchema = z.object({ report: importReportSchema });
