import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { pages } from '#contract/pages.ts';
import { providerFeaturesSchema, providerNameSchema } from '#contract/provider.ts';
import { registrationModeSchema } from '#contract/account/registration.ts';
import { inputFaults } from '#messages/faults.ts';

/** Where a link of the web app leads; null: it is not drawn. */
const link = z.string().nullable();

const siteLinksSchema = z.object({
  /** The guides; null: the bundled ones at `/docs`. */
  docs: link,
  social: link,
  video: link,
  reviewSite: link,
  review: link,
  /** Where feedback goes; null: our own form. */
  feedback: link,
});
export type SiteLinks = z.infer<typeof siteLinksSchema>;

const count = z.int().nonnegative();

/** A month of a year, as 2026-08. */
const month = z.string();

/** What the legal pages follow; null: its operator does not say so, and no page does. */
const legalSchema = z.object({
  operatorName: z.string(),
  /** Whose law applies. */
  operatorCountry: z.string().nullable(),
  /** Since when the service has been open. */
  launched: month.nullable(),
  /** When the next transparency report is due; null, too, once that month is over. */
  reportNext: month.nullable(),
  /** For user data, since a year. */
  governmentRequests: z
    .object({ since: z.int(), received: count, accountsAffected: count, compliedWith: count })
    .nullable(),
  /** Since the launch. Maintenance is no disruption. */
  incidents: z.object({ breaches: count, unauthorizedAccess: count, disruptions: count }).nullable(),
  /** Who keeps the database: this installation itself, or a provider. */
  database: z.enum(['embedded', 'external']),
  /** Which reports owners of other domains get: of mail in their name, and of connections to their mail hosts. */
  sendsReports: z.object({ dmarc: z.boolean(), tls: z.boolean() }),
});

/** What the browser must know of the server's set-up. Public. */
export const publicConfigSchema = z.object({
  version: z.string(),
  delivery: z.enum(['preview', 'smarthost', 'mx']),
  /** Outbound mail goes to the local inbox at `/inbox`. */
  preview: z.boolean(),
  /** Google sign-in is set up. */
  google: z.boolean(),
  /** Who forwards, and what works under it. */
  provider: providerNameSchema,
  features: providerFeaturesSchema,
  /** Who may open an account. */
  registration: registrationModeSchema,
  /** Empty where `registration` is `invite` or `closed`: strangers see no domains there. */
  defaultDomain: z.string(),
  confirmationRequired: z.boolean(),
  /** Where mail programs send as an alias. */
  smtp: z.object({
    host: z.string(),
    /** STARTTLS. */
    port: z.int(),
    /** TLS from the first octet. */
    sslPort: z.int(),
  }),
  /** Takes questions about privacy; null: the Feedback button does. */
  privacyEmail: z.string().nullable(),
  links: siteLinksSchema,
  legal: legalSchema,
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;

/** Totals of the whole service, at most a minute old. Public. */
const statsSchema = z.object({ totalUsers: count, totalAliases: count });
export type Stats = z.infer<typeof statsSchema>;

/** Null where `registration` is `invite` or `closed`: such a service does not say how large it is. */
export const statsResponseSchema = z.object({ stats: statsSchema.nullable() });

/** What one account has now. */
const accountStatsSchema = z.object({ aliases: count, activeAliases: count, targets: count });
export type AccountStats = z.infer<typeof accountStatsSchema>;

export const accountStatsResponseSchema = z.object({ stats: accountStatsSchema });

const method = z.enum(['email', 'wallet', 'google', 'passkey']);

/**
 * What the web app may count. All sets are closed: nothing a person typed can get in. Counted by day, name,
 * category and label, and by nothing else.
 */
export const eventSchema = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('login_success'),
    category: z.literal('authentication').optional(),
    label: z.enum(['email_login', 'registration', 'wallet_connection', 'google_login', 'passkey_login']).optional(),
  }),
  z.strictObject({
    name: z.literal('logout'),
    category: z.literal('authentication').optional(),
    label: method.optional(),
  }),
  z.strictObject({ name: z.enum(['alias_created', 'alias_deleted']), category: z.literal('aliases').optional() }),
  z.strictObject({
    name: z.literal('smtp_copied'),
    category: z.literal('smtp').optional(),
    label: z.enum(['username', 'password']).optional(),
  }),
  z.strictObject({
    name: z.literal('page_view'),
    /** A page of the web app by its pattern; `*` for a path that is none. */
    path: z.enum([...pages, '*']),
  }),
]);
export type Event = z.infer<typeof eventSchema>;

export const feedbackSchema = z.strictObject({
  message: z
    .string({ error: inputFaults.feedbackMissing })
    .trim()
    .min(1, inputFaults.feedbackMissing)
    .max(limits.feedbackMax, inputFaults.feedbackTooLong(limits.feedbackMax)),
});
export type FeedbackInput = z.infer<typeof feedbackSchema>;
