import { z } from 'zod';

/** A day in UTC, and how many organisations report on it; of several domains in one, once for each. */
const reportDay = { day: z.iso.date(), reporters: z.int() };

/** What receivers of mail in the name of a domain saw on a day. */
const dmarcDaySchema = z.object({
  ...reportDay,
  messages: z.int(),
  /** By DKIM or SPF, in alignment, like the next two by one of them. */
  passed: z.int(),
  dkimAligned: z.int(),
  spfAligned: z.int(),
  quarantined: z.int(),
  rejected: z.int(),
  /** Did not pass, though they came from an address of this service. */
  ownFailed: z.int(),
});
export type DmarcDay = z.infer<typeof dmarcDaySchema>;

/** How the encrypted connections of those who send mail to a domain went on a day. */
const tlsDaySchema = z.object({
  ...reportDay,
  succeeded: z.int(),
  starttlsFailed: z.int(),
  certificateFailed: z.int(),
  daneFailed: z.int(),
  stsFailed: z.int(),
  otherFailed: z.int(),
});
export type TlsDay = z.infer<typeof tlsDaySchema>;

/** Days of which there is a report, the newest first. */
const mailReportsSchema = z.object({ dmarc: z.array(dmarcDaySchema), tls: z.array(tlsDaySchema) });
export type MailReports = z.infer<typeof mailReportsSchema>;

export const ownReportsResponseSchema = mailReportsSchema.extend({
  /** What brings more reports here, as records of the domain's own DNS. */
  records: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type OwnReports = z.infer<typeof ownReportsResponseSchema>;

export const operatorReportsResponseSchema = z.object({
  /** Shared domains by name; null: all domains of accounts in one. */
  domains: z.array(mailReportsSchema.extend({ name: z.string().nullable() })),
});
export type OperatorReports = z.infer<typeof operatorReportsResponseSchema>;
