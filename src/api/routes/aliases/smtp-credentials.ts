import { route } from '#api/route.ts';
import { createCredentialSchema, credentialsResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  createCredential,
  deleteCredential,
  listCredentials,
  regenerateCredential,
} from '#core/credentials/credentials.ts';
import { answers } from '#messages/server/answers.ts';

export const smtpCredentialRoutes = [
  route(
    'GET /api/smtp-credentials/alias/{aliasId}',
    {
      access: 'key',
      scope: 'all',
      answer: credentialsResponseSchema,
      description: 'The credential of an alias, or none',
    },
    async ({ core, user, params }) => ({ credentials: await listCredentials(core, params.aliasId, user.id) }),
  ),

  route(
    'POST /api/smtp-credentials',
    {
      access: 'key',
      scope: 'all',
      handsOut: true,
      input: createCredentialSchema,
      errors: ['not_found', 'credential_exists', 'target_unconfirmed', 'provider_refused'],
      status: 201,
      answer: newCredentialResponseSchema,
      description: 'The new credential, the only time with its password',
    },
    async ({ core, user, input }) => ({ credential: await createCredential(core, { ...input, userId: user.id }) }),
  ),

  route(
    'PATCH /api/smtp-credentials/{credentialId}/alias/{aliasId}/regenerate',
    {
      access: 'key',
      scope: 'all',
      handsOut: true,
      errors: ['provider_refused'],
      answer: newCredentialResponseSchema,
      description: 'The credential with a new password',
    },
    async ({ core, user, params }) => ({
      credential: await regenerateCredential(core, { ...params, userId: user.id }),
    }),
  ),

  route(
    'DELETE /api/smtp-credentials/{credentialId}/alias/{aliasId}',
    { access: 'key', scope: 'all', answer: messageResponseSchema, description: 'Deleted: it signs in no more' },
    async ({ core, user, params }) => {
      await deleteCredential(core, { ...params, userId: user.id });
      return { message: answers.credentialDeleted };
    },
  ),
];
