import { z } from 'zod';
import { aliasFaults } from '#contract/alias-faults.ts';
import { isAliasName } from '#contract/alias-name.ts';
import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { providerStateSchema } from '#contract/provider.ts';

const { aliasRequired, domainRequired, targetRequired, targetsInvalid, tooManyTargets, notesTooLong } = aliasFaults;

const forwardToSchema = z
  .string({ error: targetRequired })
  .max(limits.forwardToMax, { error: tooManyTargets, abort: true })
  .refine((text) => splitForwardTo(text).length > 0, { error: targetRequired, abort: true })
  .refine((text) => splitForwardTo(text).every((piece) => parseForwardTarget(piece) !== null), targetsInvalid);

const aliasNameSchema = z
  .string({ error: aliasRequired })
  .trim()
  .min(1, { error: aliasRequired, abort: true })
  .refine(isAliasName, aliasFaults.aliasInvalid)
  .toLowerCase();
const notesSchema = z.string().max(limits.notesMax, notesTooLong);

export const createAliasSchema = z.strictObject({
  alias: aliasNameSchema,
  domain: z.string({ error: domainRequired }).trim().min(1, domainRequired).toLowerCase(),
  forwardTo: forwardToSchema,
  notes: notesSchema.optional(),
});
export type CreateAliasInput = z.infer<typeof createAliasSchema>;

/** Fields that are left out stay as they are, but notes: left out they are cleared. */
export const updateAliasSchema = z
  .strictObject({
    alias: aliasNameSchema.optional(),
    forwardTo: forwardToSchema.optional(),
    active: z.boolean().optional(),
    notes: notesSchema.optional(),
    /** The name of the targets while the alias is paused; `forwardTo` outweighs it. */
    lastForwardTo: forwardToSchema.optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    'At least one field (alias, forwardTo, active, notes, or lastForwardTo) must be provided',
  );
export type UpdateAliasInput = z.infer<typeof updateAliasSchema>;

export const toggleAliasSchema = z.strictObject({ active: z.boolean() });

/** `stopped`: by the owner of an inbox. `disabled`: a webhook that failed for days or asked for no more. */
export const targetStateSchema = z.enum(['pending', 'confirmed', 'stopped', 'disabled']);
export type TargetState = z.infer<typeof targetStateSchema>;

export const aliasTargetSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['email', 'webhook']),
  value: z.string(),
  state: targetStateSchema,
  /** An inbox that is refused as unknown too often, or a webhook that takes nothing: since when. */
  failingSince: z.iso.datetime().nullable(),
});
export type AliasTarget = z.infer<typeof aliasTargetSchema>;

export const aliasSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** The local part, lower case. */
  alias: z.string(),
  domain: z.string(),
  /** The targets joined by ', '; the text `null` while the alias is paused. */
  forwardTo: z.string(),
  /** The id at the forwarding provider; the alias's own id for the built-in one. */
  improvmxId: z.string(),
  /** Anything but `live`: the forwarding provider does not know of it yet, or does not want it. */
  providerState: providerStateSchema,
  active: z.boolean(),
  notes: z.string().nullable(),
  /** The targets while the alias is paused. */
  lastForwardTo: z.string().nullable(),
  createdAt: z.iso.datetime(),
  targets: z.array(aliasTargetSchema),
});
export type Alias = z.infer<typeof aliasSchema>;

export const aliasesResponseSchema = z.object({ aliases: z.array(aliasSchema) });
export type AliasesResponse = z.infer<typeof aliasesResponseSchema>;

export const aliasCreatedMessage = 'Your email alias has been created successfully';
export const createAliasResponseSchema = z.object({ message: z.string(), alias: aliasSchema });

export const aliasUpdatedMessage = 'Alias updated';
export function toggleMessage(active: boolean): string {
  return active ? 'Alias activated' : 'Alias paused';
}
/** Of PUT and PATCH. */
export const changeAliasResponseSchema = z.object({ message: z.string(), alias: aliasSchema });

/** Mail of an alias that is not delivered yet. What is done is nowhere written down. */
export const aliasDeliveriesSchema = z.object({
  waiting: z.number().int(),
  /** Of those waiting: tried at least twice in vain. */
  failing: z.number().int(),
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type AliasDeliveries = z.infer<typeof aliasDeliveriesSchema>;

export const aliasDeliveriesResponseSchema = z.object({ deliveries: aliasDeliveriesSchema });

export const domainsResponseSchema = z.object({ domains: z.array(z.string()) });
