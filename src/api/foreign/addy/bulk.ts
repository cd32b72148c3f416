import { z } from '@hono/zod-openapi';
import { aliasResourceSchema, aliasResourcesOf } from '#api/foreign/addy/resources.ts';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { changeAliases } from '#core/aliases/bulk/change-aliases.ts';
import { pinAliases } from '#core/aliases/alias-settings.ts';
import { forgetAliases } from '#core/aliases/delete-alias.ts';
import { readAliases } from '#core/aliases/read-aliases.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

const maxIds = 100;
const idsSchema = z.object({ ids: z.array(z.uuid()).min(1).max(maxIds) });
const answerSchema = z.object({ message: z.string(), ids: z.array(z.uuid()) });

interface BulkAsker {
  readonly userId: string;
  readonly proven: boolean;
  readonly ip: string;
}

type Deed = (core: AccountContext, asker: BulkAsker, ids: readonly string[]) => Promise<readonly string[]>;

/** What our own call for many does; returns those that are so now. */
function change(wanted: Parameters<typeof changeAliases>[2]['change']): Deed {
  return async (core, asker, ids) => {
    const { skipped } = await changeAliases(core, asker, { ids: [...ids], change: wanted });
    const left = new Set(skipped.map(({ id }) => id));
    return ids.filter((id) => !left.has(id));
  };
}

const deeds: Readonly<Record<string, Deed>> = {
  activate: change({ active: true }),
  deactivate: change({ active: false }),
  pin: (core, { userId }, aliasIds) => pinAliases(core, { userId, aliasIds }, true),
  unpin: (core, { userId }, aliasIds) => pinAliases(core, { userId, aliasIds }, false),
  delete: change({ delete: true }),
  restore: change({ restore: true }),
  forget: (core, { userId }, ids) => forgetAliases(core, { userId, aliasIds: ids }),
};

/** Many aliases at once, for clients of addy.io. */
export const bulkRoutes = [
  route(
    'POST /api/v1/aliases/get/bulk',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      heavy: true,
      input: idsSchema,
      errors: ['malformed_json', 'not_found'],
      answer: z.object({ data: z.array(aliasResourceSchema) }),
      description: 'Those of the aliases that are there, in the bin or not',
    },
    async ({ core, user, input: { ids } }) => {
      const aliases = await readAliases(core, ids, user.id, 'any');
      if (aliases.length === 0) throw new AppError('not_found', { message: clientTexts.noneOfThem });
      return { data: await aliasResourcesOf(core, user.id, aliases) };
    },
  ),

  ...Object.entries(deeds).map(([name, deed]) =>
    route(
      `POST /api/v1/aliases/${name}/bulk`,
      {
        ...foreign,
        access: 'key-only',
        scope: 'aliases',
        input: idsSchema,
        errors: ['malformed_json', 'not_found'],
        answer: answerSchema,
        description: 'The ids of those that are so now',
      },
      async ({ core, user, proven, ip, input }) => {
        const ids = [...new Set(input.ids)];
        const done = await deed(core, { userId: user.id, proven, ip }, ids);
        if (done.length === 0) throw new AppError('not_found', { message: clientTexts.noneOfThem });
        return { message: clientTexts.done(done.length), ids: [...done] };
      },
    ),
  ),
];
