import { route } from '#api/route.ts';
import { changesResponseSchema, undoneResponseSchema, undoSchema } from '#contract/undo.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { isConfirmed, type Session } from '#core/sign-in/sessions.ts';
import { listChanges } from '#core/undos/undos.ts';
import { answers } from '#messages/server/answers.ts';

/** Why former targets may not come back for whoever asks: only for a session whose owner proved a moment ago who they are. */
function findRefusal(core: AccountContext, session: Session | null) {
  if (session === null) return 'session_required';
  return isConfirmed(core, session) ? null : 'confirm_identity';
}

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
      input: undoSchema,
      errors: ['not_found', 'undo_overtaken', 'confirm_identity', 'session_required', 'no_target', 'too_many_targets'],
      answer: undoneResponseSchema,
      description: 'What the change had changed is as it was before, but for what was changed again since',
    },
    async ({ core, sessions, c, user, ip, input }) => {
      const refusal = findRefusal(core, await sessions.currentSession(c));
      const { aliases, isWhole } = await undoChange(core, { undo: input.undo, userId: user.id, ip, refusal });
      return { message: isWhole ? answers.undone : answers.undoneInPart, aliases };
    },
  ),
];
