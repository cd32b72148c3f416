import { unlessSuspended } from '#api/middleware/session.ts';
import { route } from '#api/route.ts';
import {
  checklistResponseSchema,
  moveContactsResponseSchema,
  moveContactsSchema,
  moveItemsQuerySchema,
  moveItemsResponseSchema,
  moveResponseSchema,
  movesResponseSchema,
  planMoveSchema,
  readMoveSchema,
  startMoveSchema,
  tickedResponseSchema,
  tickSchema,
} from '#contract/moves/moves.ts';
import { clearChecklist, listChecklist, tickEntry } from '#core/moving-in/checklist.ts';
import { handOverContacts } from '#core/moving-in/hand-over-contacts.ts';
import { listItems } from '#core/moving-in/list-items.ts';
import { getMove, listMoves, removeMove, startMove } from '#core/moving-in/moves.ts';
import { planMove } from '#core/moving-in/plan-move.ts';
import { readMove } from '#core/moving-in/read-move.ts';
import { runMove } from '#core/moving-in/run-move.ts';
import { undoMove } from '#core/moving-in/undo-move.ts';

/** Moving in from another service: start, read until planned, look, run until done; undone for a day. */
export const moveRoutes = [
  route(
    'GET /api/moves',
    {
      access: 'key',
      scope: 'aliases',
      answer: movesResponseSchema,
      description: 'The moves of the account from other services, newest first',
    },
    async ({ core, user }) => ({ moves: await listMoves(core, user.id) }),
  ),

  route(
    'POST /api/moves',
    {
      access: 'key',
      scope: 'aliases',
      input: startMoveSchema,
      errors: ['too_many_moves', 'rate_limited'],
      status: 201,
      answer: moveResponseSchema,
      description: 'A move that has read nothing yet',
    },
    async ({ core, user, input }) => ({ move: await startMove(core, user.id, input) }),
  ),

  route(
    'GET /api/moves/{id}',
    { access: 'key', scope: 'aliases', answer: moveResponseSchema, description: 'The move as it stands' },
    async ({ core, user, params }) => ({ move: await getMove(core, { moveId: params.id, userId: user.id }) }),
  ),

  route(
    'DELETE /api/moves/{id}',
    {
      access: 'key',
      scope: 'aliases',
      status: 204,
      description: 'The move and what it read are forgotten; what it made stays, and so does the checklist',
    },
    async ({ core, user, params }) => {
      await removeMove(core, { moveId: params.id, userId: user.id });
      return null;
    },
  ),

  route(
    'POST /api/moves/{id}/read',
    {
      access: 'key',
      scope: 'aliases',
      heavy: 'elsewhere',
      input: readMoveSchema,
      errors: ['service_key_refused', 'rate_limited'],
      answer: moveResponseSchema,
      description:
        'Read on for some seconds, with an API key of the other service that is kept nowhere: call it again, after `waitSeconds`, while the stage is `reading`',
    },
    async ({ core, user, params, input }) => ({
      move: await readMove(core, { moveId: params.id, userId: user.id }, input.apiKey),
    }),
  ),

  route(
    'GET /api/moves/{id}/items',
    {
      access: 'key',
      scope: 'aliases',
      query: moveItemsQuerySchema,
      answer: moveItemsResponseSchema,
      description: 'What becomes of the aliases that were read, a hundred a page, what was used most first',
    },
    ({ core, user, params, query }) => listItems(core, { moveId: params.id, userId: user.id }, query),
  ),

  route(
    'POST /api/moves/{id}/plan',
    {
      access: 'key',
      scope: 'aliases',
      heavy: true,
      input: planMoveSchema,
      errors: ['move_stage', 'rate_limited'],
      answer: moveResponseSchema,
      description: 'Planned once more, by these choices and by what is proven here now',
    },
    async ({ core, user, params, input }) => ({
      move: await planMove(core, { moveId: params.id, userId: user.id }, input),
    }),
  ),

  route(
    'POST /api/moves/{id}/run',
    {
      access: 'key',
      scope: 'aliases',
      heavy: true,
      middleware: [unlessSuspended],
      errors: ['account_suspended', 'move_stage', 'rate_limited'],
      answer: moveResponseSchema,
      description: 'The next hundred aliases are made: call it again while the stage is `running`',
    },
    async ({ core, user, params, ip }) => ({ move: await runMove(core, { moveId: params.id, userId: user.id, ip }) }),
  ),

  route(
    'POST /api/moves/{id}/undo',
    {
      access: 'key',
      scope: 'aliases',
      heavy: true,
      errors: ['move_stage', 'confirm_identity', 'rate_limited'],
      answer: moveResponseSchema,
      description: 'What the move made is taken back, for a day: call it again while the stage is `undoing`',
    },
    async ({ core, user, params, proven }) => ({
      move: await undoMove(core, { moveId: params.id, userId: user.id, proven }),
    }),
  ),

  route(
    'POST /api/moves/{id}/contacts',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'contacts',
      heavy: 'elsewhere',
      input: moveContactsSchema,
      errors: ['move_stage', 'service_key_refused', 'rate_limited'],
      answer: moveContactsResponseSchema,
      description:
        'vCards of those who write to the aliases there, with the addresses that reach them as the aliases here: told once, listed nowhere; call it again while `left` is not 0',
    },
    ({ core, user, params, input }) => handOverContacts(core, { moveId: params.id, userId: user.id }, input),
  ),
];

/** Addresses that cannot move, to be changed at the sites that know them. */
export const checklistRoutes = [
  route(
    'GET /api/checklist',
    {
      access: 'key',
      scope: 'aliases',
      heavy: true,
      answer: checklistResponseSchema,
      description:
        'Addresses elsewhere to change at their sites, what was used most first; one is done at the first mail to its new alias',
    },
    async ({ core, user }) => ({ entries: await listChecklist(core, user.id) }),
  ),

  route(
    'DELETE /api/checklist',
    {
      access: 'key',
      scope: 'aliases',
      status: 204,
      description: 'What is done leaves the list',
    },
    async ({ core, user }) => {
      await clearChecklist(core, user.id);
      return null;
    },
  ),

  route(
    'PATCH /api/checklist/{id}',
    {
      access: 'key',
      scope: 'aliases',
      input: tickSchema,
      answer: tickedResponseSchema,
      description: 'Ticked by hand, or no longer',
    },
    async ({ core, user, params, input }) => ({
      entry: await tickEntry(core, { entryId: params.id, userId: user.id }, input.done),
    }),
  ),
];
