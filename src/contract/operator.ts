import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { suspensionScopeSchema, suspensionSchema } from '#contract/sign-in.ts';

/** Of whom the operator asks: an account's email, id or name, or an address that stands in a complaint. */
const whoSchema = z.string().trim().min(1).max(limits.emailMaxOctets);

/** Why the operator does something; an owner reads it. */
export const reasonSchema = z.string().trim().min(1).max(1000);

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
  /** Of these. */
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
