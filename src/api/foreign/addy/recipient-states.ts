import { z } from '@hono/zod-openapi';
import { recipientAnswerSchema, showRecipient } from '#api/foreign/addy/recipients.ts';
import type { Recipient } from '#api/foreign/addy/resources.ts';
import { refuse } from '#api/foreign/addy/refuse.ts';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { providerFeatures } from '#contract/provider.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { changeTarget } from '#core/targets/change-target.ts';
import { removeTargetKey, setHideSubject, setTargetKey } from '#core/targets/change-key.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

/** What can be switched for an inbox at addy.io. What is at Kauke as it always is is refused the other way, and says why. */
interface InboxState {
  readonly name: string;
  /** Why it is not switched on; null: it is on. */
  whyNotOn(core: AccountContext, inbox: Recipient): string | null;
  /** Why it is not switched off; null: it is off. */
  whyNotOff(inbox: Recipient): string | null;
  change?(core: AccountContext, inbox: Recipient, on: boolean): Promise<void>;
}

const inline = { whyNotOn: () => clientTexts.notEncrypted, whyNotOff: () => null };

/** A choice of the owner about what is sent from an inbox. */
function choice(name: string, field: 'maySend' | 'dropKeys' | 'dropSignatures'): InboxState {
  return {
    name,
    whyNotOn: ({ provider }) => (providerFeatures[provider.name].replies ? null : clientTexts.noReplies),
    whyNotOff: () => null,
    change: (core, { id: targetId, user_id: userId }, on) => changeTarget(core, { targetId, userId }, { [field]: on }),
  };
}

const states: readonly InboxState[] = [
  choice('allowed-recipients', 'maySend'),
  {
    name: 'encrypted-recipients',
    whyNotOn: (_core, { should_encrypt: is }) => (is ? null : clientTexts.noKey),
    whyNotOff: ({ should_encrypt: is }) => (is ? clientTexts.keyGoes : null),
  },
  { name: 'inline-encrypted-recipients', ...inline },
  {
    name: 'protected-headers-recipients',
    whyNotOn: (_core, { should_encrypt: is }) => (is ? null : clientTexts.noKey),
    whyNotOff: () => null,
    change: async (core, { id, user_id: userId, protected_headers: is }, on) => {
      if (is === on) return;
      await setHideSubject(core, { targetId: id, userId }, on, (db) =>
        recordSecurityEvent(db, core, userId, { kind: on ? 'inbox_subject_hidden' : 'inbox_subject_shown' }),
      );
    },
  },
  choice('remove-pgp-keys-recipients', 'dropKeys'),
  choice('remove-pgp-signatures-recipients', 'dropSignatures'),
];

export const recipientStateRoutes = [
  ...states.flatMap(({ name, whyNotOn, whyNotOff, change }) => [
    route(
      `POST /api/v1/${name}`,
      {
        ...foreign,
        access: 'key-only',
        scope: 'aliases',
        input: z.object({ id: z.uuid() }),
        errors: ['malformed_json', 'not_found'],
        answer: recipientAnswerSchema,
        description: 'The inbox, where that is so',
      },
      async ({ core, user, input: { id } }) => {
        const shown = await showRecipient(core, id, user.id);
        const reason = whyNotOn(core, shown.data);
        if (reason !== null) refuse(reason);
        await change?.(core, shown.data, true);
        return showRecipient(core, id, user.id);
      },
    ),
    route(
      `DELETE /api/v1/${name}/{id}`,
      {
        ...foreign,
        access: 'key-only',
        scope: 'aliases',
        errors: ['invalid_input'],
        status: 204,
        description: 'No longer, where that can be',
      },
      async ({ core, user, params: { id } }) => {
        const { data } = await showRecipient(core, id, user.id);
        const reason = whyNotOff(data);
        if (reason !== null) refuse(reason);
        await change?.(core, data, false);
        return null;
      },
    ),
  ]),

  route(
    'PATCH /api/v1/recipient-keys/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      input: z.object({ key_data: z.string() }),
      errors: ['malformed_json'],
      answer: recipientAnswerSchema,
      description: 'Mail to the inbox is encrypted to this key from now on',
    },
    async ({ core, user, params: { id }, input: { key_data: publicKey } }) => {
      const own = { targetId: id, userId: user.id };
      await setTargetKey(core, own, { publicKey }, (db, kind) => recordSecurityEvent(db, core, user.id, { kind }));
      return showRecipient(core, id, user.id);
    },
  ),

  route(
    'DELETE /api/v1/recipient-keys/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      status: 204,
      description: 'Mail to the inbox is encrypted no more',
    },
    async ({ core, user, params: { id } }) => {
      const { data } = await showRecipient(core, id, user.id);
      if (!data.should_encrypt) return null;
      await removeTargetKey(core, { targetId: id, userId: user.id }, (db) =>
        recordSecurityEvent(db, core, user.id, { kind: 'inbox_key_removed' }),
      );
      return null;
    },
  ),
];
