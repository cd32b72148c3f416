import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { generateAlias } from '#core/aliases/generated/generate-alias.ts';
import { foreignFaults } from '#messages/faults.ts';

const querySchema = z.object({
  /** Of the page that the alias is made for; the note where none is given. */
  hostname: z.string().max(1024).optional(),
  mode: z.enum(['', 'uuid', 'word'], { error: foreignFaults.mode }).optional(),
});

const inputSchema = z.object({ note: z.string().nullish() });

const answerSchema = z.object({
  alias: z.string(),
  email: z.string(),
  enabled: z.literal(true),
  note: z.string().nullable(),
  creation_date: z.string(),
  /** Seconds since 1970. */
  creation_timestamp: z.int(),
  nb_forward: z.literal(0),
  nb_block: z.literal(0),
  nb_reply: z.literal(0),
});

const formats = { uuid: 'uuid', word: 'words' } as const;

/** The one call that password managers make to SimpleLogin. */
export const simpleLoginRoutes = [
  route(
    'POST /api/alias/random/new',
    {
      ...foreign,
      access: 'key-only',
      scope: 'create',
      query: querySchema,
      input: inputSchema,
      inputRequired: false,
      errors: ['malformed_json', 'too_many_aliases', 'no_target'],
      status: 201,
      answer: answerSchema,
      description: 'The new alias',
    },
    async ({ core, user, ip, query: { hostname, mode }, input }) => {
      const asked = {
        name: { format: mode ? formats[mode] : ('characters' as const) },
        domain: null,
        notes: input.note || hostname || '',
        inboxIds: [],
      };
      const made = await generateAlias(core, asked, { userId: user.id, ip });
      const address = `${made.alias}@${made.domain}`;
      const counts = { nb_forward: 0, nb_block: 0, nb_reply: 0 } as const;
      return {
        alias: address,
        email: address,
        enabled: true as const,
        note: made.notes,
        creation_date: made.createdAt,
        creation_timestamp: Math.floor(Date.parse(made.createdAt) / 1000),
        ...counts,
      };
    },
  ),
];
