import { route } from '#api/route.ts';
import {
  accountCredentialsResponseSchema,
  checkSenderSchema,
  createAccountCredentialSchema,
  newAccountCredentialResponseSchema,
  senderResponseSchema,
} from '#contract/account/smtp-credentials.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { checkSender } from '#core/aliases/standing/speaker.ts';
import {
  createAccountCredential,
  deleteAccountCredential,
  listAccountCredentials,
  regenerateAccountCredential,
} from '#core/credentials/account-credentials.ts';
import { answers } from '#messages/server/answers.ts';

/** What a mail program signs in with to send as any alias of an account. */
export const accountCredentialRoutes = [
  route(
    'GET /api/account/smtp-credentials',
    {
      access: 'session',
      feature: 'accountSending',
      answer: accountCredentialsResponseSchema,
      description: 'The credentials that send as more than one alias, oldest first',
    },
    async ({ core, user }) => ({ credentials: await listAccountCredentials(core.database.db, user.id) }),
  ),

  route(
    'POST /api/account/smtp-credentials',
    {
      access: 'confirmed',
      feature: 'accountSending',
      handsOut: true,
      input: createAccountCredentialSchema,
      inputRequired: false,
      errors: ['not_found', 'account_credential_exists'],
      status: 201,
      answer: newAccountCredentialResponseSchema,
      description:
        'One that sends as each live alias of the account, or of its aliases on a domain; this once with its password',
    },
    async ({ core, user, input }) => ({
      credential: await createAccountCredential(core, user.id, input.domainId ?? null),
    }),
  ),

  route(
    'PATCH /api/account/smtp-credentials/{id}/regenerate',
    {
      access: 'confirmed',
      feature: 'accountSending',
      handsOut: true,
      answer: newAccountCredentialResponseSchema,
      description: 'The credential with a new password',
    },
    async ({ core, user, params }) => ({ credential: await regenerateAccountCredential(core, user.id, params.id) }),
  ),

  route(
    'POST /api/account/smtp-credentials/{id}/sender',
    {
      access: 'session',
      feature: 'accountSending',
      input: checkSenderSchema,
      answer: senderResponseSchema,
      description: 'The alias, if the credential could send as it now; else a fault of the field',
    },
    async ({ core, user, params, input }) => ({
      sender: await checkSender(core, { userId: user.id, id: params.id, address: input.sender }),
    }),
  ),

  route(
    'DELETE /api/account/smtp-credentials/{id}',
    {
      access: 'session',
      answer: messageResponseSchema,
      description: 'Deleted: it signs in no more',
    },
    async ({ core, user, params }) => {
      await deleteAccountCredential(core, user.id, params.id);
      return { message: answers.credentialDeleted };
    },
  ),
];
