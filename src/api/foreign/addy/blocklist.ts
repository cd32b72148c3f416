import { z } from '@hono/zod-openapi';
import { pageOf, pageQuerySchema, pageSchema } from '#api/foreign/addy/lists.ts';
import { timeText } from '#api/foreign/addy/resources.ts';
import { blockErrors, blocking, keyed, listBlocks, readMatch } from '#api/foreign/addy/rules.ts';
import { route } from '#api/route.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import type { SenderRule } from '#contract/held/sender-rules.ts';
import { addSenderRule, removeSenderRule } from '#core/sender-rules/sender-rules.ts';

const entrySchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.enum(['email', 'domain']),
  value: z.string(),
  /** Kauke counts no mail by its sender. */
  blocked: z.null(),
  last_blocked: z.null(),
  created_at: z.string(),
  updated_at: z.string(),
});

function entryOf({ id, match, createdAt }: SenderRule, userId: string): z.infer<typeof entrySchema> {
  const since = timeText(new Date(createdAt));
  const isDomain = match.startsWith('@');
  return {
    id,
    user_id: userId,
    type: isDomain ? 'domain' : 'email',
    value: isDomain ? match.slice(1) : match,
    blocked: null,
    last_blocked: null,
    created_at: since,
    updated_at: since,
  };
}

/** Senders that an account blocks, for clients of addy.io. */
export const blocklistRoutes = [
  route(
    'GET /api/v1/blocklist',
    {
      ...keyed,
      query: pageQuerySchema.extend({
        'filter[type]': z.enum(['', 'email', 'domain']).optional(),
        'filter[search]': z.string().max(heldLimits.senderMatchMax).optional(),
      }),
      answer: pageSchema(entrySchema),
      description: 'Senders that are blocked for all aliases, newest first',
    },
    async ({ core, user, query }) => {
      const wanted = query['filter[type]'] || null;
      const search = query['filter[search]']?.trim().toLowerCase() ?? '';
      const entries = (await listBlocks(core, user.id))
        .filter(({ scope }) => scope === 'account')
        .map((rule) => entryOf(rule, user.id))
        .filter(({ type, value }) => (wanted === null || type === wanted) && value.includes(search));
      return pageOf(entries, `${core.settings.publicUrl}/api/v1/blocklist`, query);
    },
  ),

  route(
    'POST /api/v1/blocklist',
    {
      ...blocking,
      input: z.object({ type: z.enum(['email', 'domain']), value: z.string().max(heldLimits.senderMatchMax) }),
      errors: blockErrors,
      status: 201,
      answer: z.object({ data: entrySchema }),
      description: 'Blocked for all aliases',
    },
    async ({ core, user, input: { type, value } }) => {
      const match = type === 'domain' ? `@${value.trim().replace(/^@/, '')}` : value;
      return { data: entryOf(await addSenderRule(core, user.id, readMatch({ scope: 'account', match })), user.id) };
    },
  ),

  route(
    'DELETE /api/v1/blocklist/{id}',
    { ...blocking, status: 204, description: 'No longer blocked' },
    async ({ core, user, params }) => {
      await removeSenderRule(core, user.id, params.id);
      return null;
    },
  ),
];
