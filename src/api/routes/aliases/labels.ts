import { route } from '#api/route.ts';
import { bulkResponseSchema, bulkSchema } from '#contract/aliases/bulk.ts';
import { aliasCountsResponseSchema } from '#contract/aliases/counts.ts';
import { labelInputSchema, labelResponseSchema, labelsResponseSchema } from '#contract/aliases/labels.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { changeAliases } from '#core/aliases/bulk/change-aliases.ts';
import { createLabel, deleteLabel, listLabels, renameLabel } from '#core/labels/labels.ts';
import { getAliasCounts } from '#core/stats/alias-counts.ts';
import { answers } from '#messages/server/answers.ts';

export const labelRoutes = [
  route(
    'GET /api/labels',
    {
      access: 'key',
      scope: 'aliases',
      answer: labelsResponseSchema,
      description: 'The labels of the account, by name; 100 at most',
    },
    async ({ core, user }) => ({ labels: await listLabels(core, user.id) }),
  ),

  route(
    'POST /api/labels',
    {
      access: 'key',
      scope: 'aliases',
      input: labelInputSchema,
      errors: ['label_exists', 'too_many_labels'],
      status: 201,
      answer: labelResponseSchema,
      description: 'The new label',
    },
    async ({ core, user, input }) => ({ label: await createLabel(core, user.id, input.name) }),
  ),

  route(
    'PATCH /api/labels/{id}',
    {
      access: 'key',
      scope: 'aliases',
      input: labelInputSchema,
      errors: ['label_exists'],
      answer: labelResponseSchema,
      description: 'The label by its new name, which all aliases show that have it',
    },
    async ({ core, user, params, input }) => ({
      label: await renameLabel(core, { labelId: params.id, userId: user.id }, input.name),
    }),
  ),

  route(
    'DELETE /api/labels/{id}',
    {
      access: 'key',
      scope: 'aliases',
      answer: messageResponseSchema,
      description: 'Taken off all aliases',
    },
    async ({ core, user, params }) => {
      await deleteLabel(core, { labelId: params.id, userId: user.id });
      return { message: answers.labelDeleted };
    },
  ),
];

/** Changes of many aliases at once, and what was counted of one. */
export const bulkRoutes = [
  route(
    'PATCH /api/aliases',
    {
      access: 'key',
      scope: 'aliases',
      heavy: true,
      input: bulkSchema,
      errors: ['confirm_identity', 'too_many_labels', 'too_many_targets'],
      answer: bulkResponseSchema,
      description: 'One change of up to 1,000 aliases by their ids, or of all that a filter finds',
    },
    ({ core, user, proven, ip, input }) => changeAliases(core, { userId: user.id, proven, ip }, input),
  ),

  route(
    'GET /api/aliases/{id}/counts',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'counts',
      answer: aliasCountsResponseSchema,
      description: 'Messages of the alias by day, where its owner has them counted; older ones as one sum',
    },
    ({ core, user, params }) => getAliasCounts(core, { aliasId: params.id, userId: user.id }),
  ),
];
