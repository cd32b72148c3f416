import { z } from '@hono/zod-openapi';
import { nameAlias, readFromName } from '#api/foreign/from-name.ts';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { newAliasSchema, number, showNewAlias } from '#api/foreign/simplelogin/resources.ts';
import { route } from '#api/route.ts';
import type { AliasFormat } from '#contract/account/formats.ts';
import { createAliasSchema } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { offerEndings, openEnding } from '#core/aliases/clients/alias-endings.ts';
import { findNumbered } from '#core/aliases/clients/client-numbers.ts';
import { suggestPrefix } from '#core/aliases/clients/suggest-prefix.ts';
import { generateAlias } from '#core/aliases/generated/generate-alias.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

const hostnameSchema = z.object({
  /** Of the page that the alias is made for; the note where none is given. Password managers send its whole address, as it is. */
  hostname: z.string().optional(),
});

const randomQuerySchema = hostnameSchema.extend({
  /** What is neither is part of such an address; without it as the account chose. */
  mode: z.string().optional(),
});

const formats: ReadonlyMap<string, AliasFormat> = new Map([
  ['uuid', 'uuid'],
  ['word', 'words'],
]);

const maxText = 1024;

const customSchema = z.object({
  alias_prefix: z.string().max(maxText),
  signed_suffix: z.string().max(maxText),
  note: z.string().nullish(),
});

const customToSchema = customSchema.extend({
  mailbox_ids: z.array(number).max(limits.targetsPerAlias).nullish(),
  name: z.string().nullish(),
});

interface CustomAlias {
  readonly input: z.infer<typeof customToSchema>;
  readonly hostname: string | undefined;
  readonly ip: string;
}

/** @throws AppError link_unusable, alias_unavailable, invalid_input, not_found for an unknown mailbox. */
async function makeCustom(core: AccountContext, userId: string, { input, hostname, ip }: CustomAlias) {
  const fromName = readFromName(core, 'name', input.name);
  const ending = openEnding(core, userId, input.signed_suffix);
  const { data: text, error } = createAliasSchema.shape.alias.safeParse(`${input.alias_prefix.trim()}${ending.local}`);
  if (text === undefined) {
    throw new AppError('invalid_input', { errors: { alias: error.issues.map(({ message }) => message) } });
  }
  const inboxIds = await findNumbered(core, { userId, kind: 'target' }, [...new Set(input.mailbox_ids)]);
  const notes = input.note || hostname || '';
  const { id } = await generateAlias(core, { name: { text }, domain: ending.domain, notes, inboxIds }, { userId, ip });
  if (fromName) await nameAlias(core, { aliasId: id, userId }, fromName);
  return showNewAlias(core, id, userId);
}

const makesAlias = {
  ...simpleLogin,
  access: 'key-only',
  scope: 'create',
  errors: ['malformed_json', 'too_many_aliases', 'no_target', 'alias_unavailable', 'link_unusable', 'not_found'],
  status: 201,
  answer: newAliasSchema,
} as const;

const offersEndings = { ...simpleLogin, access: 'key-only', scope: 'create', query: hostnameSchema } as const;

const optionsSchema = z.object({ can_create: z.literal(true), prefix_suggestion: z.string() });

const suffixSchema = z.object({
  suffix: z.string(),
  signed_suffix: z.string(),
  is_custom: z.boolean(),
  is_premium: z.literal(false),
});

async function readOptions(core: AccountContext, userId: string, hostname: string | undefined) {
  const endings = await offerEndings(core, userId);
  return { can_create: true as const, prefix_suggestion: await suggestPrefix(hostname ?? ''), endings };
}

/** How clients of SimpleLogin make aliases. */
export const newAliasRoutes = [
  route(
    'POST /api/alias/random/new',
    {
      ...simpleLogin,
      access: 'key-only',
      scope: 'create',
      query: randomQuerySchema,
      input: z.object({ note: z.string().nullish() }),
      inputRequired: false,
      errors: ['malformed_json', 'too_many_aliases', 'no_target'],
      status: 201,
      answer: newAliasSchema,
      description: 'The new alias',
    },
    async ({ core, user, ip, query: { hostname, mode }, input }) => {
      const asked = {
        name: { format: formats.get(mode ?? '') ?? null, usual: 'words' as const },
        domain: null,
        notes: input.note || hostname || '',
        inboxIds: [],
      };
      const { id } = await generateAlias(core, asked, { userId: user.id, ip });
      return showNewAlias(core, id, user.id);
    },
  ),

  route(
    'POST /api/v2/alias/custom/new',
    { ...makesAlias, query: hostnameSchema, input: customSchema, description: 'The new alias, for the default target' },
    ({ core, user, ip, query: { hostname }, input }) => makeCustom(core, user.id, { input, hostname, ip }),
  ),

  route(
    'POST /api/v3/alias/custom/new',
    { ...makesAlias, query: hostnameSchema, input: customToSchema, description: 'The new alias, for these mailboxes' },
    ({ core, user, ip, query: { hostname }, input }) => makeCustom(core, user.id, { input, hostname, ip }),
  ),

  route(
    'GET /api/v4/alias/options',
    {
      ...offersEndings,
      answer: optionsSchema.extend({ suffixes: z.array(z.array(z.string())) }),
      description: 'What may stand behind a prefix, as pairs of text and seal',
    },
    async ({ core, user, query }) => {
      const { endings, ...options } = await readOptions(core, user.id, query.hostname);
      return { ...options, suffixes: endings.map(({ text, sealed }) => [text, sealed]) };
    },
  ),

  route(
    'GET /api/v5/alias/options',
    {
      ...offersEndings,
      answer: optionsSchema.extend({ suffixes: z.array(suffixSchema) }),
      description: 'What may stand behind a prefix; each is good for an hour',
    },
    async ({ core, user, query }) => {
      const { endings, ...options } = await readOptions(core, user.id, query.hostname);
      const suffixes = endings.map(({ text, sealed, own }) => ({
        suffix: text,
        signed_suffix: sealed,
        is_custom: own,
        is_premium: false as const,
      }));
      return { ...options, suffixes };
    },
  ),
];
