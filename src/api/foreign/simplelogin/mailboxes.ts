import { z } from '@hono/zod-openapi';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { refuseUnless } from '#api/foreign/simplelogin/refuse-setting.ts';
import { numberParams, seconds } from '#api/foreign/simplelogin/resources.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { keepInbox, replaceInbox } from '#core/aliases/clients/replace-inbox.ts';
import { addInbox } from '#core/aliases/clients/add-inbox.ts';
import { findNumbered, numberAll } from '#core/aliases/clients/client-numbers.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { setDefaultTarget } from '#core/accounts/choose-default-target.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listInboxes } from '#core/targets/target-views.ts';
import { clientTexts } from '#messages/server/clients.ts';

/** An inbox, in the words of SimpleLogin. */
const mailboxSchema = z.object({
  id: z.int(),
  email: z.string(),
  /** Of new aliases. */
  default: z.boolean(),
  /** Its owner has agreed. */
  verified: z.boolean(),
  /** Seconds since 1970. */
  creation_timestamp: z.int(),
  nb_alias: z.int(),
});
type Mailbox = z.infer<typeof mailboxSchema>;

/** The inboxes of an account, oldest first, by their ids. */
async function readMailboxes(core: AccountContext, userId: string): Promise<ReadonlyMap<string, Mailbox>> {
  // What is to take the place of another one is shown once it does.
  const inboxes = (await listInboxes(core, userId)).filter(({ replaces }) => replaces === null);
  const chosen = await findDefaultTarget(core, userId);
  const numbers = await numberAll(
    core,
    { userId, kind: 'target' },
    inboxes.map(({ id }) => id),
  );
  return new Map(
    inboxes.flatMap((inbox) => {
      const id = numbers.get(inbox.id);
      if (id === undefined) return [];
      const { value: email, aliases } = inbox;
      const state = { default: inbox.id === chosen?.id, verified: inbox.state === 'confirmed' };
      return [[inbox.id, { id, email, ...state, creation_timestamp: seconds(inbox.createdAt), nb_alias: aliases }]];
    }),
  );
}

/** The id of an inbox by its number. @throws AppError not_found, for a webhook too. */
async function findMailbox(core: AccountContext, userId: string, number: number): Promise<string> {
  const [id = ''] = await findNumbered(core, { userId, kind: 'target' }, [number]);
  if (!(await readMailboxes(core, userId)).has(id)) throw new AppError('not_found');
  return id;
}

const ofAccount = { ...simpleLogin, access: 'key-only', scope: 'aliases' } as const;
const listSchema = z.object({ mailboxes: z.array(mailboxSchema) });

/** Inboxes, for clients of SimpleLogin. */
export const mailboxRoutes = [
  route(
    'GET /api/mailboxes',
    { ...ofAccount, answer: listSchema, description: 'The confirmed inboxes of the account' },
    async ({ core, user }) => ({
      mailboxes: [...(await readMailboxes(core, user.id)).values()].filter(({ verified }) => verified),
    }),
  ),

  route(
    'GET /api/v2/mailboxes',
    { ...ofAccount, answer: listSchema, description: 'The inboxes of the account, confirmed or not' },
    async ({ core, user }) => ({ mailboxes: [...(await readMailboxes(core, user.id)).values()] }),
  ),

  route(
    'POST /api/mailboxes',
    {
      ...ofAccount,
      input: z.object({ email: z.string().max(limits.emailMaxOctets) }),
      errors: ['malformed_json', 'too_many_targets'],
      status: 201,
      answer: mailboxSchema,
      description: 'The new inbox, which is asked to confirm itself',
    },
    async ({ core, user, ip, input }) => {
      const id = await addInbox(core, { userId: user.id, ip }, input.email);
      const made = (await readMailboxes(core, user.id)).get(id);
      if (made === undefined) throw new AppError('not_found');
      return made;
    },
  ),

  route(
    'PUT /api/mailboxes/{id}',
    {
      ...ofAccount,
      params: numberParams,
      input: z.object({
        default: z.boolean().nullish(),
        email: z.string().nullish(),
        cancel_email_change: z.boolean().nullish(),
      }),
      errors: ['malformed_json', 'too_many_targets'],
      answer: z.object({ updated: z.literal(true) }),
      description: 'Chosen for new aliases; another address counts once its owner agrees',
    },
    async ({ core, user, ip, proven, params, input }) => {
      const id = await findMailbox(core, user.id, params.id);
      const mailbox = (await readMailboxes(core, user.id)).get(id);
      refuseUnless(!input.default || mailbox?.verified === true, clientTexts.unconfirmedDefault);
      if (input.default === true) await setDefaultTarget(core, user.id, id);
      const own = { targetId: id, userId: user.id };
      if (input.email && input.email !== mailbox?.email) await replaceInbox(core, { ...own, ip, proven }, input.email);
      if (input.cancel_email_change === true) await keepInbox(core, own);
      return { updated: true as const };
    },
  ),

  route(
    'DELETE /api/mailboxes/{id}',
    {
      ...ofAccount,
      params: numberParams,
      errors: ['target_in_use', 'confirm_identity'],
      answer: z.object({ deleted: z.literal(true) }),
      description: 'Taken away from all aliases',
    },
    async ({ core, user, proven, params }) => {
      const targetId = await findMailbox(core, user.id, params.id);
      const event = { kind: 'inbox_removed', targetId } as const;
      await removeTarget(core, targetId, user.id, {
        proven,
        tell: (db) => recordSecurityEvent(db, core, user.id, event),
      });
      return { deleted: true as const };
    },
  ),
];
