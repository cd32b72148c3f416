import { z } from 'zod';

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
  html: z.string().nullable(),
  attachments: z.array(inboxAttachmentSchema),
});

export const inboxListSchema = z.strictObject({ messages: z.array(inboxEntrySchema) });
export const inboxMessageAnswerSchema = z.strictObject({ message: inboxMessageSchema });

export type InboxEntry = z.infer<typeof inboxEntrySchema>;
export type InboxMessage = z.infer<typeof inboxMessageSchema>;
