import { z } from 'zod';
import { findForwardToFault } from '#contract/alias-faults.ts';
import { limits } from '#contract/limits.ts';

/** An alias or a domain that is offered to another account. */
const offerSchema = z.object({ expiresAt: z.iso.datetime() });
export type Offer = z.infer<typeof offerSchema>;

/** The same as its account's export has it. */
export const listedOfferSchema = offerSchema.extend({
  /** `name@domain`, or the domain. */
  name: z.string(),
  withAliases: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type ListedOffer = z.infer<typeof listedOfferSchema>;

export const offerResponseSchema = z.object({ offer: offerSchema.nullable() });
/** `link` is shown once. */
export const madeOfferResponseSchema = z.object({ message: z.string(), link: z.url(), offer: offerSchema });

/** `withAliases`: the own aliases on the domain pass with it; else they stay, and whoever gives it goes on as a maker. */
export const offerDomainSchema = z.strictObject({ withAliases: z.boolean().optional() });

const token = z.string().max(256);
export const readOfferSchema = z.strictObject({ token });

/** What whoever opens the link is to take. */
const offeredSchema = offerSchema.extend({
  kind: z.enum(['alias', 'domain']),
  /** `name@domain`, or the domain. */
  name: z.string(),
  /** How many aliases become theirs. */
  aliases: z.int(),
  /** Of a domain: accounts that may use it, and go on with what they have. */
  members: z.int(),
  /** They made the link themselves. */
  own: z.boolean(),
});
export type Offered = z.infer<typeof offeredSchema>;
export const offeredResponseSchema = z.object({ offered: offeredSchema });

export const takeOfferSchema = z.strictObject({
  token,
  /** What whoever takes it has read that it is called. */
  name: z.string().max(400),
  /** Where the aliases forward to from now on; left out: to the default of the account. */
  forwardTo: z
    .string()
    .max(limits.forwardToMax)
    .superRefine((text, context) => {
      const fault = findForwardToFault(text);
      if (fault !== null) context.addIssue(fault);
    })
    .optional(),
});

export const takenResponseSchema = z.object({
  message: z.string(),
  kind: offeredSchema.shape.kind,
  name: z.string(),
});
