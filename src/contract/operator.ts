import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import { authMethodSchema, suspensionScopeSchema, suspensionSchema } from '#contract/sign-in.ts';

/** Of whom the operator asks: an account's email, id or name, or an address that stands in a complaint. */
const whoSchema = z.string().trim().min(1).max(limits.emailMaxOctets);

/** Why the operator does something; an owner reads it. */
export const reasonSchema = z.string().trim().min(1).max(1000);

/**
 * What a complaint proves of the account it leads to. `sent`: the account sent the message, as only who got it knows the
 * address it came from. `forwarded`: somebody else's message passed through to the account. `named`: nothing.
 */
export const abuseReportKindSchema = z.enum(['sent', 'forwarded', 'named']);
export type AbuseReportKind = z.infer<typeof abuseReportKindSchema>;

/** How many complaints of the last 90 days lead to an account, by what they prove. */
const abuseReportsSchema = z.object({
  sent: z.int(),
  forwarded: z.int(),
  named: z.int(),
  lastAt: z.iso.datetime().nullable(),
});
export type AbuseReports = z.infer<typeof abuseReportsSchema>;

/** What an operator sees of an account: never an address, an alias, an inbox or a correspondent. */
const operatorAccountSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Some way in or some inbox of it was proven. */
  confirmed: z.boolean(),
  /** It waits for the operator to approve it. */
  waitingSince: z.iso.datetime().nullable(),
  /** Its owner has locked everything since. */
  lockedAt: z.iso.datetime().nullable(),
  /** Too many wrong codes of its second factor were tried. */
  codesLocked: z.boolean(),
  /** Its owner deleted it: when it is erased. */
  leavingUntil: z.iso.datetime().nullable(),
  suspension: suspensionSchema.nullable(),
  /** How many aliases it may have by the operator's word; null: as many as the settings say. */
  aliasQuota: z.int().nullable(),
  /** It may open the operator's page. */
  operator: z.boolean(),
  counts: z.object({
    aliases: z.int(),
    binned: z.int(),
    inboxes: z.int(),
    webhooks: z.int(),
    apiKeys: z.int(),
    smtpPasswords: z.int(),
    /** Deliveries that wait, and those of them that are held. */
    waiting: z.int(),
    held: z.int(),
  }),
  reports: abuseReportsSchema,
});
export type OperatorAccount = z.infer<typeof operatorAccountSchema>;

/** What is written down of each look and each act. */
export const journalEntrySchema = z.object({
  /** `command`, `invitation`, or the id of the account that did it on the page. */
  by: z.string(),
  act: z.enum([
    'account_found',
    'account_not_found',
    'account_suspended',
    'account_resumed',
    'account_deleted',
    'recovery_link_made',
    'quota_set',
    'operator_added',
    'operator_removed',
    'queue_seen',
    'queue_hold',
    'queue_release',
    'queue_try-now',
    'queue_drop',
    'sender_blocked',
    'sender_unblocked',
    'blocks_seen',
    'reports_seen',
    'volume_seen',
    'mail_reports_seen',
    'health_seen',
    'account_unlocked',
    'account_signed_out',
    'all_signed_out',
    'name_returned',
    'trace_read',
    'waiting_seen',
    'account_approved',
    'account_refused',
    'invitation_made',
    'operator_invited',
    'invitations_ended',
  ]),
  /** The account it is about. */
  account: z.uuid().optional(),
  /** How far, and why. */
  scope: suspensionScopeSchema.optional(),
  reason: z.string().optional(),
  /** How many aliases; null: as many as the settings say. */
  aliases: z.int().nullable().optional(),
  /** A domain or a host. */
  destination: z.string().optional(),
  /** An address or a domain whose mail is refused. */
  sender: z.string().optional(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** What waits for one mail server, or webhook. */
const queueDestinationSchema = z.object({
  id: z.string(),
  /** A domain, `smarthost` or the host of a webhook; the id where nobody knows. */
  name: z.string(),
  waiting: z.int(),
  /** Those of the waiting ones that are held. */
  held: z.int(),
  /** Since when the first one waits. */
  oldestAt: z.iso.datetime().nullable(),
  /** When something is tried again. */
  nextAt: z.iso.datetime().nullable(),
  onHold: z.boolean(),
});
export type QueueDestination = z.infer<typeof queueDestinationSchema>;

export const queueActSchema = z.enum(['hold', 'release', 'try-now', 'drop']);
export type QueueAct = z.infer<typeof queueActSchema>;

export const findAccountSchema = z.strictObject({ who: whoSchema });
export const suspendSchema = z.strictObject({ scope: suspensionScopeSchema, reason: reasonSchema });
export const deleteForReasonSchema = z.strictObject({ reason: reasonSchema });
export const queueActInputSchema = z.strictObject({
  destination: z.string().trim().min(1).max(limits.emailMaxOctets),
  act: queueActSchema,
});

/** Null: as many as the settings say. */
export const quotaSchema = z.strictObject({ aliases: z.int().min(0).max(operatorLimits.aliasQuota).nullable() });
export const decisionSchema = z.strictObject({ decision: z.enum(['approved', 'refused']) });
export const blockInputSchema = z.strictObject({
  sender: z.string().trim().min(1).max(limits.emailMaxOctets),
  act: z.enum(['add', 'remove']),
});

/** A sender that nobody here gets mail of. */
const senderBlockSchema = z.object({ name: z.string(), since: z.iso.datetime() });
export type SenderBlock = z.infer<typeof senderBlockSchema>;

/** An account that waits for the operator: not its address, which its owner may tell. */
const waitingAccountSchema = z.object({
  id: z.uuid(),
  /** What the account's own page calls it. */
  name: z.string(),
  since: z.iso.datetime(),
  /** How it was opened. */
  authMethod: authMethodSchema,
  /** Its mailbox was proven. */
  proven: z.boolean(),
});
export type WaitingAccount = z.infer<typeof waitingAccountSchema>;

/** An account that complaints lead to. */
const reportedAccountSchema = z.object({ name: z.string(), reports: abuseReportsSchema });
export type ReportedAccount = z.infer<typeof reportedAccountSchema>;

/** How old accounts are: less than a day, less than a week, older. */
export const accountAges = ['day', 'week', 'older'] as const;
export type AccountAge = (typeof accountAges)[number];
const volumeByAgeSchema = z.object({ day: z.int(), week: z.int(), older: z.int() });

/** How many messages there were on a day (UTC), by the age of the accounts they were of. */
const volumeDaySchema = z.object({ day: z.iso.date(), forwarded: volumeByAgeSchema, sent: volumeByAgeSchema });
export type VolumeDay = z.infer<typeof volumeDaySchema>;

/** `ok`; `missing`: DNS has none; `other`: DNS has another one; `unknown`: DNS does not answer. */
const recordStateSchema = z.enum(['ok', 'missing', 'other', 'unknown']);
export type RecordState = z.infer<typeof recordStateSchema>;

/** The records of a domain that mail needs, in the order in which they are shown. */
export const mailRecords = ['mx', 'spf', 'dkim', 'dmarc', 'mtaSts'] as const;
const domainHealthSchema = z.object({
  name: z.string(),
  retired: z.boolean(),
  records: z.object({
    mx: recordStateSchema,
    spf: recordStateSchema,
    dkim: recordStateSchema,
    dmarc: recordStateSchema,
    mtaSts: recordStateSchema,
  }),
});
export type DomainHealth = z.infer<typeof domainHealthSchema>;

/** A certificate that the program gets by itself. */
const certificateHealthSchema = z.object({
  name: z.string(),
  /** Null: there is none yet. */
  endsAt: z.iso.datetime().nullable(),
  ended: z.boolean(),
  /** Why it could not be got or renewed last, as a code. */
  failure: z.string().nullable(),
});
export type CertificateHealth = z.infer<typeof certificateHealthSchema>;

export const blocksResponseSchema = z.object({
  /** The newest ones. */
  blocks: z.array(senderBlockSchema),
  total: z.int(),
});
export const waitingAccountsResponseSchema = z.object({ accounts: z.array(waitingAccountSchema) });
export const reportedAccountsResponseSchema = z.object({ accounts: z.array(reportedAccountSchema) });
export const volumeResponseSchema = z.object({ days: z.array(volumeDaySchema) });
export const healthResponseSchema = z.object({
  domains: z.array(domainHealthSchema),
  certificates: z.array(certificateHealthSchema),
});

export const operatorAccountResponseSchema = z.object({ account: operatorAccountSchema });
export const recoveryLinkResponseSchema = z.object({
  link: z.object({ url: z.string(), worksAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
});
export const queueResponseSchema = z.object({ destinations: z.array(queueDestinationSchema) });

const listedEntrySchema = journalEntrySchema.extend({ number: z.string(), at: z.iso.datetime() });
export type ListedJournalEntry = z.infer<typeof listedEntrySchema>;
/** The last entries, newest first; `brokenAt`: where somebody changed the list by hand. */
export const journalResponseSchema = z.object({
  entries: z.array(listedEntrySchema),
  total: z.int(),
  brokenAt: z.string().nullable(),
});
