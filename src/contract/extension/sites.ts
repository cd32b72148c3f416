import { z } from 'zod';
import { aliasSchema } from '#contract/aliases.ts';
import { spellDomain } from '#contract/email-address.ts';
import { siteFaults } from '#messages/faults.ts';

/** A name on the wire (RFC 1035 §2.3.4). */
const hostMax = 253;

/** Aliases of one site that are listed. */
export const siteAliasesMax = 20;

/** A host as a browser has it in the address of a page: A-labels, without a port. */
const host = /^(?:[a-z\d_](?:[\w-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[\w-]{0,61}[a-z\d_])?)*\.?|\[[\da-f:.]+\])$/u;

const siteHostSchema = z
  .string({ error: siteFaults.host })
  .trim()
  .toLowerCase()
  .max(hostMax, { error: siteFaults.host, abort: true })
  .regex(host, siteFaults.host);

export const siteQuerySchema = z.strictObject({ host: siteHostSchema });

/** Aliases that their owner uses on a site. */
export const siteAliasesResponseSchema = z.object({
  /** Of the host, what one organisation registered: `shop.example` of `login.shop.example`. */
  site: z.string(),
  /** Newest first. */
  aliases: z.array(aliasSchema),
});
export type SiteAliases = z.infer<typeof siteAliasesResponseSchema>;

/** With a name that is made up, and the account's default target. */
export const newSiteAliasSchema = z.strictObject({
  /** Null: for no site. */
  host: siteHostSchema.nullable(),
  /** Null: the first one. */
  domain: z.string().trim().min(1).overwrite(spellDomain).nullable().default(null),
});

export const changeSiteSchema = z.strictObject({
  host: siteHostSchema,
  /** False: the alias is not used there. */
  used: z.boolean(),
});
