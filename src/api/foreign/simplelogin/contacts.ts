import { z } from '@hono/zod-openapi';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { findAlias } from '#api/foreign/simplelogin/aliases.ts';
import { dateText, numberParams, seconds } from '#api/foreign/simplelogin/resources.ts';
import { route } from '#api/route.ts';
import { providerFeatures } from '#contract/provider.ts';
import { AppError } from '#contract/errors.ts';
import { findNumbered, numberOne } from '#core/aliases/clients/client-numbers.ts';
import { readAlias } from '#core/aliases/read-aliases.ts';
import { blockByHash } from '#core/contacts/block-by-hash.ts';
import { addContact } from '#core/contacts/contacts.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

const maxText = 1024;

const contactSchema = z.object({
  id: z.int(),
  contact: z.string(),
  /** When it was asked for: Kauke keeps no time of a correspondent. */
  creation_date: z.string(),
  creation_timestamp: z.int(),
  last_email_sent_date: z.null(),
  last_email_sent_timestamp: z.null(),
  reverse_alias: z.string(),
  reverse_alias_address: z.string(),
  /** It was known before. */
  existed: z.boolean(),
  block_forward: z.boolean(),
});

/** `bob@example.org`, of that or of `Bob <bob@example.org>`. */
function readAddress(text: string): string {
  return /<([^<>]*)>\s*$/u.exec(text)?.[1]?.trim() ?? text.trim();
}

async function block(
  core: AccountContext,
  { userId, number }: { readonly userId: string; readonly number: number },
  blocked: boolean | null,
): Promise<boolean> {
  const [id = ''] = await findNumbered(core, { userId, kind: 'contact' }, [number]);
  return blockByHash(core, { userId, id }, blocked);
}

const ofContact = { ...simpleLogin, access: 'key-only', scope: 'aliases', params: numberParams } as const;

/** Correspondents, for clients of SimpleLogin. Nobody can list them: those that a client made itself it knows by their numbers. */
export const contactRoutes = [
  route(
    'GET /api/simplelogin/aliases/{id}/contacts',
    {
      ...ofContact,
      query: z.object({ page_id: z.string().optional() }),
      answer: z.object({ contacts: z.array(contactSchema) }),
      description: 'Always empty: Kauke keeps correspondents so that nobody can list them',
    },
    async ({ core, user, params }) => {
      await readAlias(core.database.db, core, await findAlias(core, user.id, params.id), user.id);
      return { contacts: [] };
    },
  ),

  route(
    'POST /api/simplelogin/aliases/{id}/contacts',
    {
      ...ofContact,
      input: z.object({ contact: z.string().max(maxText) }),
      errors: ['malformed_json'],
      status: 201,
      answer: contactSchema,
      description: 'The reverse address of a correspondent; with status 200 of one that was known',
    },
    async ({ core, c, user, params, input }) => {
      if (!providerFeatures[core.provider.name].replies) {
        throw new AppError('provider_refused', { message: clientTexts.noReplies });
      }
      const aliasId = await findAlias(core, user.id, params.id);
      const userId = user.id;
      const made = await addContact(core, { aliasId, userId, address: readAddress(input.contact) });
      const now = new Date(core.clock.now());
      const shown = {
        id: await numberOne(core, { userId, kind: 'contact' }, made.id),
        contact: made.address,
        creation_date: dateText(now),
        creation_timestamp: seconds(now),
        last_email_sent_date: null,
        last_email_sent_timestamp: null,
        reverse_alias: `"${made.address.replace('@', ' at ').replaceAll(/["\\]/gu, '')}" <${made.reverseAddress}>`,
        reverse_alias_address: made.reverseAddress,
        existed: made.existed,
        block_forward: made.blocked,
      };
      return c.json(shown, made.existed ? 200 : 201);
    },
  ),

  route(
    'POST /api/contacts/{id}/toggle',
    {
      ...ofContact,
      answer: z.object({ block_forward: z.boolean() }),
      description: 'Whether mail of the correspondent is dropped now: it was not before',
    },
    async ({ core, user, params }) => ({
      block_forward: await block(core, { userId: user.id, number: params.id }, null),
    }),
  ),

  route(
    'DELETE /api/contacts/{id}',
    {
      ...ofContact,
      answer: z.object({ deleted: z.literal(true) }),
      description: 'No longer blocked; the reverse address goes by itself once it is not used',
    },
    async ({ core, user, params }) => {
      await block(core, { userId: user.id, number: params.id }, false);
      return { deleted: true as const };
    },
  ),
];
