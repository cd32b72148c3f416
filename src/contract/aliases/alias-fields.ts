import { z } from 'zod';
import { aliasFaults, findAliasFault, findForwardToFault } from '#contract/alias-faults.ts';
import { aliasEnds } from '#contract/alias-standing.ts';
import { findFromNameFault } from '#contract/aliases/from-name.ts';
import { mapOwn } from '#contract/aliases/own-fields.ts';
import { findLabelFault, lifeFaults } from '#contract/aliases/life-faults.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { limits } from '#contract/limits.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

const { aliasRequired, targetRequired, tooManyTargets } = aliasFaults;

/** A schema says what the fault function of the form says. */
function tellFault(find: (text: string) => string | null) {
  return (text: string, context: z.core.$RefinementCtx<string>): void => {
    const fault = find(text);
    if (fault !== null) context.addIssue(fault);
  };
}

export const forwardToSchema = z
  .string({ error: targetRequired })
  .max(limits.forwardToMax, { error: tooManyTargets, abort: true })
  .superRefine(tellFault(findForwardToFault));

/** What `forwardTo` says of a paused alias; whoever writes it back pauses. */
export const pausedForwardTo = 'null';

/** The same, or that the alias is paused. */
export const changedForwardToSchema = z
  .string({ error: targetRequired })
  .max(limits.forwardToMax, { error: tooManyTargets, abort: true })
  .superRefine(tellFault((text) => (text === pausedForwardTo ? null : findForwardToFault(text))));

export const aliasNameSchema = z
  .string({ error: aliasRequired })
  .trim()
  .min(1, { error: aliasRequired, abort: true })
  .superRefine(tellFault(findAliasFault))
  .toLowerCase();

/** What the owner of an alias says of it. */
export const ownFieldsShape = mapOwn(
  (_, { max, tooLong }) => z.string().max(max, aliasFaultTexts[tooLong](max)).nullable(),
  () => z.boolean(),
);

/** As it comes in: what is left out stays as it is. */
export const ownInputShape = z.object(ownFieldsShape).partial().shape;

/** A name to send with, as people see it in From; null or empty: none. */
export const fromNameSchema = z.string().trim().normalize().superRefine(tellFault(findFromNameFault)).nullable();

/** In their form for comparison (NFC). */
export const labelNameSchema = z
  .string({ error: lifeFaults.labelRequired })
  .trim()
  .normalize()
  .superRefine(tellFault(findLabelFault));

export const labelNamesSchema = z
  .array(labelNameSchema)
  .max(lifeLimits.labelsPerAccount, lifeFaults.tooManyLabels)
  .transform((names) => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]);

/** Not in the past and within ten years: only the server's clock can tell. Null: never. */
const expiresAtSchema = z.iso.datetime({ offset: true, error: lifeFaults.expiry }).nullable();

/** When an alias ends by itself. What is left out stays as it is; null: it does not. */
export const lifeInputShape = {
  expiresAt: expiresAtSchema.optional(),
  maxMessages: z
    .int({ error: lifeFaults.maxMessages })
    .min(1, lifeFaults.maxMessages)
    .max(lifeLimits.maxMessagesMax, lifeFaults.maxMessages)
    .nullable()
    .optional(),
  idleDays: z
    .int({ error: lifeFaults.idleDays })
    .min(1, lifeFaults.idleDays)
    .max(lifeLimits.idleDaysMax, lifeFaults.idleDays)
    .nullable()
    .optional(),
} as const;
const lifeInputSchema = z.object(lifeInputShape);
export type LifeInput = z.infer<typeof lifeInputSchema>;

/** When an alias ends by itself, as its owner sees it. */
export const lifeShape = {
  expiresAt: z.iso.datetime().nullable(),
  maxMessages: z.int().nullable(),
  /** How many of them are still to come. */
  messagesLeft: z.int().nullable(),
  /** Days without mail. */
  idleDays: z.int().nullable(),
  /** Its life is over: it takes no mail and is unknown to senders until it is given more. */
  ended: z.enum(aliasEnds).nullable(),
} as const;
