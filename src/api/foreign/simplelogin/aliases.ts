import { z } from '@hono/zod-openapi';
import { nameAlias, readFromName } from '#api/foreign/from-name.ts';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { refuseUnless } from '#api/foreign/simplelogin/refuse-setting.ts';
import { aliasResourcesOf, aliasSchema, number, numberParams, showAlias } from '#api/foreign/simplelogin/resources.ts';
import { route } from '#api/route.ts';
import { limits } from '#contract/limits.ts';
import { providerFeatures } from '#contract/provider.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import { changeAliasSettings, getAliasSettings, pinAlias } from '#core/aliases/alias-settings.ts';
import { findNumbered } from '#core/aliases/clients/client-numbers.ts';
import { readAliasPage } from '#core/aliases/clients/read-alias-page.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { readAlias } from '#core/aliases/read-aliases.ts';
import { replaceInboxes, toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { foreignFaults } from '#messages/faults.ts';
import { clientTexts } from '#messages/server/clients.ts';

const pageSize = 20;
const maxSearch = 100;

const pageSchema = z.object({
  /** From 0. */
  page_id: z.string({ error: foreignFaults.pageId }).regex(/^\d{1,6}$/u, foreignFaults.pageId),
});

/** They are there or not, whatever they hold. */
const listQuerySchema = pageSchema.extend({
  pinned: z.string().optional(),
  enabled: z.string().optional(),
  disabled: z.string().optional(),
});
type ListQuery = z.infer<typeof listQuerySchema>;

const listSchema = z.object({ aliases: z.array(aliasSchema) });

async function listAliases(core: AccountContext, userId: string, query: ListQuery, search = '') {
  const wanted = query.enabled === undefined ? null : true;
  const { aliases } = await readAliasPage(core, userId, {
    whereabouts: 'live',
    active: query.disabled === undefined ? wanted : false,
    pinned: query.pinned === undefined ? null : true,
    search: search.trim() || null,
    targetId: null,
    domainId: null,
    sort: 'pinned',
    descending: true,
    page: Number(query.page_id) + 1,
    size: pageSize,
  });
  return { aliases: await aliasResourcesOf(core, userId, aliases) };
}

const changeSchema = z.object({
  note: z.string().nullish(),
  name: z.string().nullish(),
  mailbox_id: number.nullish(),
  mailbox_ids: z.array(number).max(limits.targetsPerAlias).nullish(),
  disable_pgp: z.boolean().nullish(),
  pinned: z.boolean().nullish(),
});
type Change = z.infer<typeof changeSchema>;

interface Changer {
  readonly userId: string;
  readonly aliasId: string;
  readonly proven: boolean;
  readonly ip: string;
}

/** Webhooks stay, whether or not they are named: these clients know inboxes alone. */
async function changeMailboxes(core: AccountContext, changer: Changer, mailboxes: readonly number[]): Promise<void> {
  const { aliasId, userId } = changer;
  const ids = await findNumbered(core, { userId, kind: 'target' }, [...new Set(mailboxes)]);
  const { targets } = await readAlias(core.database.db, core, aliasId, userId);
  const webhooks = new Set(targets.filter(({ kind }) => kind === 'webhook').map(({ id }) => id));
  const inboxes = ids.filter((id) => !webhooks.has(id));
  if (inboxes.length > 0 || webhooks.size === 0) await replaceInboxes(core, changer, inboxes);
}

/** What is so already stays, and is no change to be told of. */
async function setInClear(core: AccountContext, { aliasId, userId }: Changer, inClear: boolean): Promise<void> {
  const encrypts = providerFeatures[core.provider.name].encryption;
  refuseUnless(encrypts || !inClear, clientTexts.notEncrypted);
  if (!encrypts) return;
  const now = await getAliasSettings(core, { aliasId, userId });
  if (now.inClear !== inClear) await changeAliasSettings(core, { aliasId, userId }, { inClear });
}

async function changeAlias(core: AccountContext, changer: Changer, change: Change): Promise<{ ok: true }> {
  const { aliasId, userId, ip } = changer;
  await readAlias(core.database.db, core, aliasId, userId);
  const fromName = readFromName(core, 'name', change.name);
  const mailboxes = change.mailbox_ids ?? (change.mailbox_id ? [change.mailbox_id] : null);
  // As SimpleLogin has it: without one the mail would go to the default inbox, which nobody chose.
  refuseUnless(mailboxes === null || mailboxes.length > 0, clientTexts.noMailbox);
  if (typeof change.disable_pgp === 'boolean') await setInClear(core, changer, change.disable_pgp);
  await nameAlias(core, { aliasId, userId }, fromName);
  if (mailboxes !== null) await changeMailboxes(core, changer, mailboxes);
  if (change.note !== undefined) {
    await updateAlias(core, { aliasId, userId, ip, input: { notes: cutNotes(change.note ?? '') } });
  }
  if (typeof change.pinned === 'boolean') await pinAlias(core, { aliasId, userId, pinned: change.pinned });
  return { ok: true };
}

export async function findAlias(core: AccountContext, userId: string, asked: number): Promise<string> {
  const [id = ''] = await findNumbered(core, { userId, kind: 'alias' }, [asked]);
  return id;
}

const ofAlias = { ...simpleLogin, access: 'key-only', scope: 'aliases', params: numberParams } as const;

/** What clients of SimpleLogin do with aliases. They ask at `/api/aliases/{id}` (`paths.ts`). */
export const aliasRoutes = [
  route(
    'GET /api/v2/aliases',
    {
      ...simpleLogin,
      access: 'key-only',
      scope: 'aliases',
      query: listQuerySchema,
      answer: listSchema,
      description: 'A page of 20 aliases, pinned ones first, then the newest',
    },
    ({ core, user, query }) => listAliases(core, user.id, query),
  ),

  route(
    'POST /api/v2/aliases',
    {
      ...simpleLogin,
      access: 'key-only',
      scope: 'aliases',
      query: listQuerySchema,
      input: z.object({
        query: z
          .string()
          .max(maxSearch, foreignFaults.searchTooLong(maxSearch))
          .refine((text) => text.isWellFormed() && !text.includes('\0'), foreignFaults.searchBroken)
          .nullish(),
      }),
      inputRequired: false,
      errors: ['malformed_json'],
      answer: listSchema,
      description: 'The same of those whose address or note holds a text',
    },
    ({ core, user, query, input }) => listAliases(core, user.id, query, input.query ?? ''),
  ),

  route(
    'GET /api/simplelogin/aliases/{id}',
    { ...ofAlias, answer: aliasSchema, description: 'One alias' },
    async ({ core, user, params }) => showAlias(core, await findAlias(core, user.id, params.id), user.id),
  ),

  ...(['PUT', 'PATCH'] as const).map((method) =>
    route(
      `${method} /api/simplelogin/aliases/{id}`,
      {
        ...ofAlias,
        input: changeSchema,
        errors: ['malformed_json', 'confirm_identity', 'provider_refused'],
        answer: z.object({ ok: z.literal(true) }),
        description:
          'Changed: note, name, mailboxes, whether it is pinned, and whether its mail is encrypted where an inbox has a key',
      },
      async ({ core, user, proven, ip, params, input }) => {
        const aliasId = await findAlias(core, user.id, params.id);
        return changeAlias(core, { userId: user.id, aliasId, proven, ip }, input);
      },
    ),
  ),

  route(
    'DELETE /api/simplelogin/aliases/{id}',
    {
      ...ofAlias,
      answer: z.object({ deleted: z.literal(true) }),
      description: 'Deleted: it lies in the bin',
    },
    async ({ core, user, proven, params }) => {
      const aliasId = await findAlias(core, user.id, params.id);
      await deleteAlias(core, aliasId, user.id, { restorable: true, proven });
      return { deleted: true as const };
    },
  ),

  route(
    'POST /api/simplelogin/aliases/{id}/toggle',
    {
      ...ofAlias,
      errors: ['alias_ended', 'provider_refused'],
      answer: z.object({ enabled: z.boolean() }),
      description: 'Whether the alias is on now: it was not before',
    },
    async ({ core, user, params }) => {
      const aliasId = await findAlias(core, user.id, params.id);
      const { active } = await readAlias(core.database.db, core, aliasId, user.id);
      const { alias } = await toggleAlias(core, { aliasId, userId: user.id, active: !active });
      return { enabled: alias.active };
    },
  ),

  route(
    'GET /api/simplelogin/aliases/{id}/activities',
    {
      ...ofAlias,
      query: pageSchema,
      answer: z.object({ activities: z.array(z.object({})) }),
      description: 'Always empty: Kauke keeps nothing of who wrote when',
    },
    async ({ core, user, params }) => {
      await readAlias(core.database.db, core, await findAlias(core, user.id, params.id), user.id);
      return { activities: [] };
    },
  ),
];
