import { z } from '@hono/zod-openapi';
import type { AliasFormat } from '#contract/account/formats.ts';
import { createAliasSchema } from '#contract/aliases.ts';
import { spellDomain } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { limits } from '#contract/limits.ts';
import type { AliasRequest } from '#core/aliases/generated/generate-alias.ts';
import { foreignFaults } from '#messages/faults.ts';

/** How names are made, by the formats of addy.io. Names of people and single words become two words here. */
const formats: Readonly<Record<string, AliasFormat>> = {
  random_characters: 'characters',
  uuid: 'uuid',
  random_words: 'words',
  random_noun: 'words',
  random_male_name: 'words',
  random_female_name: 'words',
};
const usual = 'characters';
const names = { characters: 'random_characters', uuid: 'uuid', words: 'random_words' } as const;

/** What an account chose, in their word. */
export function nameOfFormat(format: AliasFormat | null): string {
  return names[format ?? usual];
}

const custom = 'custom';

/** What a client of addy.io asks a new alias to be. Fields that are not named here are left alone. */
export const newAliasSchema = z.object({
  domain: z.string().max(limits.emailMaxOctets).nullish(),
  local_part: z.string().max(limits.emailMaxOctets).nullish(),
  description: z.string().nullish(),
  format: z.enum([custom, ...Object.keys(formats)], { error: foreignFaults.format }).nullish(),
  recipient_ids: z.array(z.uuid()).max(limits.targetsPerAlias).nullish(),
  /** As the extension for Raycast spells it. */
  recipients_ids: z.array(z.uuid()).max(limits.targetsPerAlias).nullish(),
  label_ids: z.array(z.uuid()).max(lifeLimits.labelsPerAccount).nullish(),
});
type NewAlias = z.infer<typeof newAliasSchema>;

function readName({ format, local_part: localPart }: NewAlias): AliasRequest['name'] {
  const isCustom = format === custom || (!format && Boolean(localPart?.trim()));
  if (!isCustom) return { format: formats[format ?? ''] ?? null, usual };
  const { data: text, error } = createAliasSchema.shape.alias.safeParse(localPart ?? '');
  if (text === undefined) {
    throw new AppError('invalid_input', { errors: { alias: error.issues.map(({ message }) => message) } });
  }
  return { text };
}

/** The same in our words. @throws AppError invalid_input. */
export function readNewAlias(asked: NewAlias): AliasRequest {
  return {
    name: readName(asked),
    domain: spellDomain(asked.domain?.trim() ?? '') || null,
    notes: asked.description ?? '',
    inboxIds: [...new Set(asked.recipient_ids ?? asked.recipients_ids)],
  };
}
