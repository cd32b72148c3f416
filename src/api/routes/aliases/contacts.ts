import { route } from '#api/route.ts';
import {
  blockContactSchema,
  changeContactResponseSchema,
  contactInputSchema,
  contactResponseSchema,
} from '#contract/aliases.ts';
import { blockContact, createContact } from '#core/contacts/contacts.ts';
import { answers } from '#messages/server/answers.ts';

export const contactRoutes = [
  route(
    'POST /api/aliases/{id}/contacts',
    {
      access: 'key',
      scope: 'use',
      feature: 'contacts',
      input: contactInputSchema,
      status: 201,
      answer: contactResponseSchema,
      description: 'Where to write to a correspondent as the alias',
    },
    async ({ core, user, params, input: { address } }) => ({
      contact: await createContact(core, { aliasId: params.id, userId: user.id, address }),
    }),
  ),

  route(
    'PATCH /api/aliases/{id}/contacts',
    {
      access: 'key',
      scope: 'use',
      feature: 'contacts',
      input: blockContactSchema,
      answer: changeContactResponseSchema,
      description: 'Mail of the correspondent is dropped, or no longer',
    },
    async ({ core, user, params, input: { address, blocked } }) => {
      const contact = await blockContact(core, { aliasId: params.id, userId: user.id, address }, blocked);
      return { message: answers.contactBlocked(blocked), contact };
    },
  ),
];
