import { z } from 'zod';

/** Who forwards the mail of aliases. */
export const providerNameSchema = z.enum(['builtin', 'improvmx']);
export type ProviderName = z.infer<typeof providerNameSchema>;

/**
 * How far the forwarding provider knows of an alias or a credential. The built-in one always does. `live`: seen there as it should
 * be. `absent`: not there, and should not be: nobody has agreed to get its mail, or its life is over.
 */
export const providerStateSchema = z.enum(['live', 'setting_up', 'taken', 'plan_limit', 'refused', 'absent']);
export type ProviderState = z.infer<typeof providerStateSchema>;

/** What works only where this program forwards mail itself. */
export const providerFeaturesSchema = z.object({
  /** Answers as the alias, through reverse addresses. */
  replies: z.boolean(),
  /** Correspondents, and blocking them. */
  contacts: z.boolean(),
  /** Mail that waits, shown at its alias. */
  deliveries: z.boolean(),
  /** How the mail of one alias is handled: transparent mode and its siblings. */
  transparent: z.boolean(),
  /** Sender rules, held mail, and what became of the mail of one alias. */
  held: z.boolean(),
  /** Posts to webhooks are signed, tested and sent again. */
  signedWebhooks: z.boolean(),
  /** Domains of accounts. */
  ownDomains: z.boolean(),
  /** Rules for names that are no alias, and aliases that mail makes. Without it catch-all forwards, and makes nothing. */
  domainRules: z.boolean(),
  /** Domains pass to other accounts. */
  domainOffers: z.boolean(),
  /** Aliases that end by themselves. */
  lives: z.boolean(),
  /** Mail encrypted to the key of an inbox. */
  encryption: z.boolean(),
  /** Messages of aliases by day. */
  counts: z.boolean(),
  /** Reports of other mail servers on domains are read. */
  reports: z.boolean(),
  /** One password of a mail program sends as any alias of its account. */
  accountSending: z.boolean(),
});
export type ProviderFeatures = z.infer<typeof providerFeaturesSchema>;

function every(on: boolean): ProviderFeatures {
  return {
    replies: on,
    contacts: on,
    deliveries: on,
    transparent: on,
    held: on,
    signedWebhooks: on,
    ownDomains: on,
    domainRules: on,
    domainOffers: on,
    lives: on,
    encryption: on,
    counts: on,
    reports: on,
    accountSending: on,
  };
}

export const providerFeatures: Readonly<Record<ProviderName, ProviderFeatures>> = {
  builtin: every(true),
  improvmx: { ...every(false), ownDomains: true },
};
