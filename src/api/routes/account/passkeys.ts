import { route } from '#api/route.ts';
import { passkeyCookie } from '#api/routes/sign-in/passkey.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  creationOptionsResponseSchema,
  newPasskeySchema,
  passkeyFactorSchema,
  passkeysResponseSchema,
  renamePasskeySchema,
} from '#contract/account/passkeys.ts';
import { methodChangedSchema } from '#contract/sign-in.ts';
import { listPasskeys } from '#core/accounts/list-passkeys.ts';
import { createCreationOptions } from '#core/sign-in/passkeys/passkey-options.ts';
import { addPasskey, renamePasskey } from '#core/sign-in/passkeys/passkeys.ts';
import { removePasskey } from '#core/sign-in/remove-sign-in-method.ts';
import { requirePasskey } from '#core/sign-in/second-factor/second-factor.ts';
import { answers } from '#messages/server/answers.ts';

/** The passkeys of an account. */
export const accountPasskeyRoutes = [
  route(
    'GET /api/account/passkeys',
    { access: 'session', answer: passkeysResponseSchema, description: 'The passkeys, oldest first; at most 20' },
    async ({ core, user }) => {
      const passkeys = await listPasskeys(core, user.id);
      return {
        passkeys: passkeys.map(({ id, name, synced, createdAt, lastUsedOn }) => ({
          id,
          name,
          synced,
          createdAt,
          lastUsedOn,
        })),
      };
    },
  ),

  route(
    'POST /api/account/passkeys/options',
    {
      access: 'confirmed',
      errors: ['rate_limited'],
      answer: creationOptionsResponseSchema,
      description: 'What a further passkey is made by, once, in this browser, in 5 minutes',
    },
    async ({ core, c, ip, user }) => {
      const cookie = passkeyCookie(core);
      const { creation, browserToken } = await createCreationOptions(
        core,
        { ip, browserToken: cookie.read(c) },
        user.id,
      );
      cookie.write(c, browserToken);
      return { creation };
    },
  ),

  route(
    'POST /api/account/passkeys',
    {
      access: 'confirmed',
      input: newPasskeySchema,
      errors: ['passkey_refused', 'too_many_passkeys', 'method_taken', 'rate_limited'],
      answer: messageResponseSchema,
      description: 'Added; the other sessions have ended',
    },
    async ({ core, sessions, c, held, input }) => {
      sessions.begin(c, await addPasskey(core, input, held, passkeyCookie(core).take(c)));
      return { message: answers.methodAdded };
    },
  ),

  route(
    'PATCH /api/account/passkeys/{id}',
    { access: 'session', input: renamePasskeySchema, answer: messageResponseSchema, description: 'Renamed' },
    async ({ core, user, params: { id }, input: { name } }) => {
      await renamePasskey(core, { id, userId: user.id, name });
      return { message: answers.passkeyRenamed };
    },
  ),

  route(
    'DELETE /api/account/passkeys/{id}',
    {
      access: 'confirmed',
      errors: ['last_method'],
      answer: methodChangedSchema,
      description: 'Removed; the other sessions have ended',
    },
    async ({ core, sessions, c, held, params: { id } }) => {
      const { token, recoveryCodes } = await removePasskey(core, id, held);
      sessions.begin(c, token);
      return { message: answers.methodRemoved, recoveryCodes };
    },
  ),

  route(
    'PUT /api/account/second-factor/passkey',
    {
      access: 'confirmed',
      input: passkeyFactorSchema,
      errors: ['password_missing', 'passkey_missing'],
      answer: methodChangedSchema,
      description: 'Whether a passkey is asked for after the password; the other sessions have ended',
    },
    async ({ core, sessions, c, held, input: { required } }) => {
      const { token, recoveryCodes } = await requirePasskey(core, held, required);
      sessions.begin(c, token);
      return { message: answers.passkeyRequired(required), recoveryCodes };
    },
  ),
];
