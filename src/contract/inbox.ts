import { z } from 'zod';
import { limits } from '#contract/limits.ts';

/** What the preview inbox shows. These routes exist only while DELIVERY is preview. */
const inboxEntrySchema = z.strictObject({
  id: z.uuid(),
  /** ISO 8601. */
  receivedAt: z.iso.datetime(),
  /** Header From, decoded. */
  from: z.string(),
  /** The inbox it was delivered to. */
  to: z.string(),
  /** Decoded; empty when there is none. */
  subject: z.string(),
  sizeBytes: z.int().nonnegative(),
});

const inboxAttachmentSchema = z.strictObject({
  filename: z.string().nullable(),
  mimeType: z.string(),
  sizeBytes: z.int().nonnegative(),
});

const inboxMessageSchema = z.strictObject({
  id: z.uuid(),
  /** ISO 8601. */
  receivedAt: z.iso.datetime(),
  /** Envelope sender; empty for `<>`. */
  mailFrom: z.string(),
  rcptTo: z.string(),
  /** Name and value in the order of the message, unfolded (RFC 5322 §2.2.3), not decoded. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  text: z.string().nullable(),
  /** Text and HTML are longer than what is shown of them. */
  cut: z.boolean(),
  html: z.string().nullable(),
  attachments: z.array(inboxAttachmentSchema),
  /** The address of this installation that an answer goes to; null where there is none. */
  replyTo: z.string().nullable(),
});

export const inboxListSchema = z.strictObject({
  messages: z.array(inboxEntrySchema),
  /** Whether one can write from here: a forwarding provider takes the mail elsewhere. */
  writable: z.boolean(),
});
export const inboxMessageAnswerSchema = z.strictObject({ message: inboxMessageSchema });

/** Who answers, and whom, stands in the message that is answered. */
export const inboxReplySchema = z.strictObject({ text: z.string().trim().min(1).max(limits.previewReplyMaxLength) });

export const inboxTestSchema = z.strictObject({ alias: z.string().trim().min(3).max(254) });

/** What our own mail server said to a message that was written here. */
export const inboxPostedSchema = z.strictObject({
  accepted: z.boolean(),
  fault: z.enum(['unknown', 'elsewhere', 'unconfirmed', 'other', 'unreachable']).nullable(),
  /** Its last reply; empty when there was none. */
  reply: z.string(),
});

export type InboxPosted = z.infer<typeof inboxPostedSchema>;
export type InboxEntry = z.infer<typeof inboxEntrySchema>;
export type InboxMessage = z.infer<typeof inboxMessageSchema>;
