import { presentedKey } from '#api/middleware/session.ts';
import { route } from '#api/route.ts';
import { changesResponseSchema, undoneResponseSchema, undoSchema } from '#contract/aliases.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { listChanges } from '#core/undos/undos.ts';
import { answers } from '#messages/server/answers.ts';

export const undoRoutes = [
  route(
    'GET /api/undo',
    {
      access: 'session',
      answer: changesResponseSchema,
      description: 'The latest changes that can be undone, newest first; 100 at most',
    },
    async ({ core, user }) => ({ changes: await listChanges(core, user.id) }),
  ),

  route(
    'POST /api/undo',
    {
      access: 'key',
      scope: 'aliases',
      input: undoSchema,
      errors: ['not_found', 'undo_overtaken', 'confirm_identity', 'session_required', 'no_target', 'too_many_targets'],
      answer: undoneResponseSchema,
      description: 'What the change had changed is as it was before, but for what was changed again since',
    },
    async ({ core, c, user, proven, ip, input }) => {
      const unproven = proven ? null : 'confirm_identity';
      const refusal = presentedKey(c) === null ? unproven : 'session_required';
      const { aliases, isWhole } = await undoChange(core, { undo: input.undo, userId: user.id, ip, refusal });
      return { message: isWhole ? answers.undone : answers.undoneInPart, aliases };
    },
  ),
];
