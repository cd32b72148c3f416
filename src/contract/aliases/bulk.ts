import { z } from 'zod';
import {
  forwardToSchema,
  labelNamesSchema,
  labelNameSchema,
  lifeInputShape,
  ownInputShape,
} from '#contract/aliases/alias-fields.ts';
import { lifeFaults } from '#contract/aliases/life-faults.ts';
import { aliasStates, lifeLimits } from '#contract/aliases/life-limits.ts';
import { spellDomain } from '#contract/email-address.ts';
import { limits } from '#contract/limits.ts';

/** PostgreSQL has no text with NUL in it. */
function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const text = z.string().refine(isSound, lifeFaults.brokenText).trim().min(1).max(limits.webhookUrlMax);

/** All that is given must hold. Left out the state: all that are not in the bin. */
const filterShape = {
  /** Within address, targets, notes and labels, in any case. */
  search: z.string().refine(isSound, lifeFaults.brokenText).max(limits.webhookUrlMax).optional(),
  domain: text.overwrite(spellDomain).optional(),
  /** The address or URL of a target, or its id. */
  target: text.optional(),
  state: z.enum(aliasStates).optional(),
};

/** An alias must have each of the labels. */
const aliasFilterSchema = z.strictObject({
  ...filterShape,
  labels: z.array(labelNameSchema).max(lifeLimits.labelsPerAccount).optional(),
});
export type AliasFilter = z.infer<typeof aliasFilterSchema>;

export const aliasListQuerySchema = z.object({
  /** `true`: those in the bin instead, deleted last first. */
  bin: z.enum(['true', 'false']).optional(),
  ...filterShape,
  /** Separated by commas. */
  labels: z
    .string()
    .max(lifeLimits.labelsPerAccount * (lifeLimits.labelMax + 1))
    .transform((names) => names.split(','))
    .pipe(aliasFilterSchema.shape.labels.unwrap())
    .optional(),
});

const bulkChangeSchema = z
  .strictObject({
    active: z.boolean().optional(),
    addLabels: labelNamesSchema.optional(),
    removeLabels: labelNamesSchema.optional(),
    forwardTo: forwardToSchema.optional(),
    ...lifeInputShape,
    ...ownInputShape,
    delete: z.literal(true).optional(),
    restore: z.literal(true).optional(),
  })
  .superRefine((change, context) => {
    const given = Object.values(change).filter((value) => value !== undefined).length;
    if (given === 0) context.addIssue(lifeFaults.nothingChanged);
    if (given > 1 && (change.delete ?? change.restore) === true) context.addIssue(lifeFaults.deletedAlone);
  });
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** One change of many aliases, which are named, or found by a filter. */
export const bulkSchema = z
  .strictObject({
    ids: z.array(z.uuid()).min(1, lifeFaults.idsOrFilter).max(lifeLimits.bulkIdsMax, lifeFaults.tooManyIds).optional(),
    filter: aliasFilterSchema.optional(),
    change: bulkChangeSchema,
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), lifeFaults.idsOrFilter);
export type BulkInput = z.infer<typeof bulkSchema>;

export const bulkResponseSchema = z.object({
  /** How many were changed. Those that were so already are neither here nor there. */
  changed: z.int().nonnegative(),
  /** Those that could not be changed, and why. */
  skipped: z.array(z.object({ id: z.uuid(), message: z.string() })),
  message: z.string(),
  /** Undoes all of it for seven days, once; null where it changed nothing, or cannot be undone. */
  undo: z.uuid().nullable(),
});
export type BulkResponse = z.infer<typeof bulkResponseSchema>;
