import { z } from 'zod';
import { isAliasName } from '#contract/alias-name.ts';
import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';

const aliasRequired = 'Alias is required';
const domainRequired = 'Domain is required';
const targetRequired = 'At least one email address or webhook URL is required';
const targetsInvalid = 'Please enter valid email addresses and/or webhook URLs (https://…) separated by commas';
const notesTooLong = `Notes must be ${limits.notesMax} characters or less`;
export const tooManyTargets = `An alias can forward to at most ${limits.targetsPerAlias} addresses`;

const forwardToSchema = z
  .string({ error: targetRequired })
  .max(limits.forwardToMax, { error: tooManyTargets, abort: true })
  .refine((text) => splitForwardTo(text).length > 0, { error: targetRequired, abort: true })
  .refine((text) => splitForwardTo(text).every((piece) => parseForwardTarget(piece) !== null), targetsInvalid);

export const createAliasSchema = z.strictObject({
  alias: z
    .string({ error: aliasRequired })
    .trim()
    .min(1, { error: aliasRequired, abort: true })
    .refine(isAliasName, 'Invalid alias format')
    .toLowerCase(),
  domain: z.string({ error: domainRequired }).trim().min(1, domainRequired).toLowerCase(),
  forwardTo: forwardToSchema,
  notes: z.string().max(limits.notesMax, notesTooLong).optional(),
});
export type CreateAliasInput = z.infer<typeof createAliasSchema>;

export const targetStateSchema = z.enum(['pending', 'confirmed', 'stopped']);
export type TargetState = z.infer<typeof targetStateSchema>;

export const aliasTargetSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['email', 'webhook']),
  value: z.string(),
  state: targetStateSchema,
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
export type CreateAliasResponse = z.infer<typeof createAliasResponseSchema>;

export const domainsResponseSchema = z.object({ domains: z.array(z.string()) });
export type DomainsResponse = z.infer<typeof domainsResponseSchema>;
