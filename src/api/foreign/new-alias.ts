import { z } from '@hono/zod-openapi';
import { createAliasSchema } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { AliasRequest } from '#core/aliases/generated/generate-alias.ts';
import type { NameFormat } from '#core/aliases/generated/make-alias-name.ts';
import { foreignFaults } from '#messages/faults.ts';

/** How names are made, by the formats of addy.io. Names of people and single words become two words here. */
const formats: Readonly<Record<string, NameFormat>> = {
  random_characters: 'characters',
  uuid: 'uuid',
  random_words: 'words',
  random_noun: 'words',
  random_male_name: 'words',
  random_female_name: 'words',
};
export const defaultFormat = 'random_characters';
const custom = 'custom';

/** What a client of addy.io asks a new alias to be. Fields that are not named here are left alone. */
export const newAliasSchema = z.object({
  domain: z.string().max(limits.emailMaxOctets).nullish(),
  local_part: z.string().max(limits.emailMaxOctets).nullish(),
  description: z.string().nullish(),
  format: z.enum([custom, ...Object.keys(formats)], { error: foreignFaults.format }).nullish(),
  recipient_ids: z.array(z.uuid()).max(limits.targetsPerAlias).nullish(),
});
type NewAlias = z.infer<typeof newAliasSchema>;

function readName({ format, local_part: localPart }: NewAlias): AliasRequest['name'] {
  const isCustom = format === custom || (!format && Boolean(localPart?.trim()));
  if (!isCustom) return { format: formats[format ?? defaultFormat] ?? 'characters' };
  const { data: text, error } = createAliasSchema.shape.alias.safeParse(localPart ?? '');
  if (text === undefined) {
    throw new AppError('invalid_input', { errors: { alias: error.issues.map(({ message }) => message) } });
  }
  return { text };
}

/** The same in our words. Without a format it is made of random characters. @throws AppError invalid_input. */
export function readNewAlias(asked: NewAlias): AliasRequest {
  return {
    name: readName(asked),
    domain: asked.domain?.trim().toLowerCase() || null,
    notes: asked.description ?? '',
    inboxIds: [...new Set(asked.recipient_ids)],
  };
}
