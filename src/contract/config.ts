import { z } from 'zod';
import { providerFeaturesSchema, providerNameSchema } from '#contract/provider.ts';

/** Where a link of the web app leads; null: it is not drawn. */
const link = z.string().nullable();

export const siteLinksSchema = z.object({
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

/** What the legal pages follow. */
const legalSchema = z.object({
  operatorName: z.string(),
  /** Whose law applies. */
  operatorCountry: z.string(),
  /** Month and year of the next transparency report. */
  reportNext: z.string(),
  /** Who keeps the database: this installation itself, or a provider. */
  database: z.enum(['embedded', 'external']),
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
  /** Takes questions about privacy. */
  privacyEmail: z.string(),
  links: siteLinksSchema,
  legal: legalSchema,
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
