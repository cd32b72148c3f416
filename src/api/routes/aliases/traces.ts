import { route } from '#api/route.ts';
import { aliasTraceResponseSchema, newTraceResponseSchema } from '#contract/held/alias-trace.ts';
import { inboxPostedSchema } from '#contract/inbox.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { endTrace, readTrace, startTrace } from '#core/alias-traces/alias-traces.ts';
import { sendTest } from '#core/aliases/send-test.ts';
import { answers } from '#messages/server/answers.ts';

/** What becomes of the mail of one alias: of a message that is written to see it, and of all, watched by its owner for a day. */
export const traceRoutes = [
  route(
    'POST /api/aliases/{id}/test',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'deliveries',
      answer: inboxPostedSchema,
      description: 'What the server said to a message from an address of ours to the alias',
    },
    async ({ core, user, params }) => sendTest(core, { userId: user.id, aliasId: params.id }),
  ),

  route(
    'GET /api/aliases/{id}/trace',
    {
      access: 'session',
      feature: 'held',
      answer: aliasTraceResponseSchema,
      description: 'What became of its mail since it is watched; null: it is not',
    },
    async ({ core, user, params }) => ({ trace: await readTrace(core, { userId: user.id, aliasId: params.id }) }),
  ),

  route(
    'POST /api/aliases/{id}/trace',
    {
      access: 'session',
      feature: 'held',
      status: 201,
      answer: newTraceResponseSchema,
      description: 'Watched for a day, anew; the code lets the operator read along',
    },
    async ({ core, user, params }) => startTrace(core, { userId: user.id, aliasId: params.id }),
  ),

  route(
    'DELETE /api/aliases/{id}/trace',
    { access: 'session', feature: 'held', answer: messageResponseSchema, description: 'No longer watched; erased' },
    async ({ core, user, params }) => {
      await endTrace(core, { userId: user.id, aliasId: params.id });
      return { message: answers.traceEnded };
    },
  ),
];
