import { z } from 'zod';
import { aliasFormats } from '#contract/account/formats.ts';
import { accountFaults, findCorrespondentFault } from '#contract/account-faults.ts';
import { aliasFaults } from '#contract/alias-faults.ts';
import {
  aliasNameSchema,
  changedForwardToSchema,
  forwardToSchema,
  labelNamesSchema,
  lifeInputShape,
  lifeShape,
  ownFieldsShape,
  ownInputShape,
} from '#contract/aliases/alias-fields.ts';
import { aliasSettingsSchema } from '#contract/aliases/alias-settings.ts';
import { spellDomain } from '#contract/email-address.ts';
import { providerStateSchema } from '#contract/provider.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

export const createCredentialSchema = z.strictObject({ aliasId: z.uuid({ error: aliasFaultTexts.aliasIdRequired }) });

export const credentialSchema = z.object({
  id: z.uuid(),
  /** The address of the alias; for people the 'Email'. */
  username: z.string(),
  aliasId: z.uuid(),
  /** Anything but `live`: it does not sign in yet, as the forwarding provider does not know of it. */
  providerState: providerStateSchema,
  createdAt: z.iso.datetime(),
});
export type Credential = z.infer<typeof credentialSchema>;

/** Right after it was made or regenerated, and never again. */
const newCredentialSchema = credentialSchema.extend({ password: z.string() });
export type NewCredential = z.infer<typeof newCredentialSchema>;

export const credentialsResponseSchema = z.object({ credentials: z.array(credentialSchema) });
export type CredentialsResponse = z.infer<typeof credentialsResponseSchema>;

export const newCredentialResponseSchema = z.object({ credential: newCredentialSchema });
export type NewCredentialResponse = z.infer<typeof newCredentialResponseSchema>;

const { domainRequired } = aliasFaults;

export const createAliasSchema = z.strictObject({
  alias: aliasNameSchema,
  domain: z.string({ error: domainRequired }).trim().min(1, domainRequired).overwrite(spellDomain),
  forwardTo: forwardToSchema,
  labels: labelNamesSchema.optional(),
  ...lifeInputShape,
  ...ownInputShape,
});
export type CreateAliasInput = z.infer<typeof createAliasSchema>;

/** How a name is made up: two words and a number, or characters alone. */

/** With a name that the server makes up. */
export const generateAliasSchema = createAliasSchema
  .omit({ alias: true })
  .extend({ generate: z.enum(aliasFormats, { error: aliasFaults.generate }) });
export type GenerateAliasInput = z.infer<typeof generateAliasSchema>;

/** Fields that are left out stay as they are, but notes: left out by a session they are cleared, by an API key they stay. */
export const updateAliasSchema = z
  .strictObject({
    alias: aliasNameSchema.optional(),
    /** `null` as a text, which a paused alias shows: it is paused, unless `active` says more. */
    forwardTo: changedForwardToSchema.optional(),
    active: z.boolean().optional(),
    labels: labelNamesSchema.optional(),
    ...lifeInputShape,
    ...ownInputShape,
    /** The name of the targets while the alias is paused; `forwardTo` outweighs it. */
    lastForwardTo: forwardToSchema.nullable().optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), aliasFaults.nothingChanged);
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

export const domainFaults = ['off', 'unverified', 'role'] as const;
export type DomainFault = (typeof domainFaults)[number];

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
  /** In their order by name. */
  labels: z.array(z.string()),
  ...lifeShape,
  ...ownFieldsShape,
  /** The targets while the alias is paused. */
  lastForwardTo: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Only while somebody else writes to it than those it was made for (a leak): the day they first did. */
  alsoUsedSince: z.iso.date().optional(),
  /**
   * Only while its domain keeps mail from it, whatever its own switch says: the domain is switched off, or not proven its
   * owner's, or the name is a role's and for the owner of the domain alone. */
  domainFault: z.enum(domainFaults).optional(),
  targets: z.array(aliasTargetSchema),
});
export type Alias = z.infer<typeof aliasSchema>;

/** A deleted alias that can still be restored. */
export const binnedAliasSchema = aliasSchema.extend({
  binnedAt: z.iso.datetime(),
  /** When it is erased. */
  binEndsAt: z.iso.datetime(),
});
export type BinnedAlias = z.infer<typeof binnedAliasSchema>;

/** From the bin each with `binnedAt` and `binEndsAt`. */
export const aliasesResponseSchema = z.object({
  aliases: z.array(aliasSchema.extend(binnedAliasSchema.pick({ binnedAt: true, binEndsAt: true }).partial().shape)),
});
export type AliasesResponse = z.infer<typeof aliasesResponseSchema>;

export const createAliasResponseSchema = z.object({ message: z.string(), alias: aliasSchema });

/** Undoes the change for seven days, once; null where it changed nothing, or cannot be undone. */
export const undoNameSchema = z.uuid().nullable();

/** Of PUT and PATCH. */
export const changeAliasResponseSchema = z.object({ message: z.string(), alias: aliasSchema, undo: undoNameSchema });

export const deleteAliasResponseSchema = z.object({ message: z.string(), undo: undoNameSchema });
export const restoreAliasResponseSchema = z.object({ message: z.string(), alias: aliasSchema });

/** Mail of an alias that is not delivered yet. What is done is nowhere written down. */
const aliasDeliveriesSchema = z.object({
  waiting: z.number().int(),
  /** Of those waiting: tried at least twice in vain. */
  failing: z.number().int(),
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type AliasDeliveries = z.infer<typeof aliasDeliveriesSchema>;

export const aliasDeliveriesResponseSchema = z.object({ deliveries: aliasDeliveriesSchema });

export const domainsResponseSchema = z.object({ domains: z.array(z.string()) });

/** What is left out stays as it is. */
export const changeAliasSettingsSchema = aliasSettingsSchema
  .partial()
  .refine((input) => Object.values(input).some((value) => value !== undefined), aliasFaults.noSetting);
export type ChangeAliasSettings = z.infer<typeof changeAliasSettingsSchema>;

export const aliasSettingsResponseSchema = z.object({ settings: aliasSettingsSchema });
export const changeSettingsResponseSchema = z.object({ settings: aliasSettingsSchema, undo: undoNameSchema });

/** Aliases for which nothing waits are left out: mostly there are none. */
export const deliveriesResponseSchema = z.object({
  deliveries: z.array(aliasDeliveriesSchema.extend({ aliasId: z.uuid() })),
});
export type DeliveriesResponse = z.infer<typeof deliveriesResponseSchema>;

const addressSchema = z
  .string({ error: accountFaults.email })
  .trim()
  .refine((text) => findCorrespondentFault(text) === null, accountFaults.email);

export const contactInputSchema = z.strictObject({ address: addressSchema });
export const blockContactSchema = z.strictObject({ address: addressSchema, blocked: z.boolean() });

/** One correspondent of an alias. There is no list of them, for anyone. */
export const contactSchema = z.object({
  /** As it was asked for. */
  address: z.string(),
  /** Mail to it reaches the correspondent, from the alias. */
  reverseAddress: z.string(),
  /** Their mail to the alias is accepted and dropped. */
  blocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactResponseSchema = z.object({ contact: contactSchema });

export const changeContactResponseSchema = z.object({ message: z.string(), contact: contactSchema });

export const undoSchema = z.strictObject({ undo: z.uuid() });

/** What a change did. */
const changeKindSchema = z.enum([
  'deleted',
  'target_removed',
  'targets',
  'renamed',
  'paused',
  'activated',
  'settings',
  'notes',
  'labels',
  'life',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

export const changeSchema = z.object({
  undo: z.uuid(),
  kind: changeKindSchema,
  /** The alias as it was called before, or the target that was removed. */
  of: z.string(),
  /** How many aliases beside that one. */
  more: z.int().nonnegative(),
  /** It brings former targets back, which takes a fresh proof of who asks. */
  guarded: z.boolean(),
  changedAt: z.iso.datetime(),
});
export type Change = z.infer<typeof changeSchema>;

export const changesResponseSchema = z.object({ changes: z.array(changeSchema) });

export const undoneResponseSchema = z.object({ message: z.string(), aliases: z.array(aliasSchema) });
