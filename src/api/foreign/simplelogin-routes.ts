import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { foreignErrorAnswers, foreignTags, keyRefusals, requireKey } from '#api/foreign/foreign-answers.ts';
import { jsonAnswer } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { generateAlias } from '#core/aliases/generate-alias.ts';
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

function randomRoute(core: AccountContext) {
  return createRoute({
    method: 'post',
    path: '/api/alias/random/new',
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { query: querySchema, body: { content: { 'application/json': { schema: inputSchema } } } },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'malformed_json', 'invalid_input', 'no_target'),
      ...jsonAnswer(201, answerSchema, 'The new alias'),
    },
  });
}

/** The one call that password managers make to SimpleLogin. */
export function simpleLoginRoutes(app: OpenAPIHono, core: AccountContext): void {
  app.openapi(randomRoute(core), async (c) => {
    const { hostname, mode } = c.req.valid('query');
    const wish = {
      name: {
        format: mode === 'uuid' ? ('uuid' as const) : mode === 'word' ? ('words' as const) : ('characters' as const),
      },
      domain: null,
      notes: c.req.valid('json').note || hostname || '',
      inboxIds: [],
    };
    const made = await generateAlias(core, wish, { userId: c.get('user').id, ip: clientAddress(c) });
    const address = `${made.alias}@${made.domain}`;
    const counts = { nb_forward: 0, nb_block: 0, nb_reply: 0 } as const;
    return c.json(
      {
        alias: address,
        email: address,
        enabled: true as const,
        note: made.notes,
        creation_date: made.createdAt,
        creation_timestamp: Math.floor(Date.parse(made.createdAt) / 1000),
        ...counts,
      },
      201,
    );
  });
}
