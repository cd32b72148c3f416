import { route } from '#api/route.ts';
import { aliasTraceResponseSchema, newTraceResponseSchema } from '#contract/held/alias-trace.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { endTrace, readTrace, startTrace } from '#core/alias-traces/alias-traces.ts';
import { answers } from '#messages/server/answers.ts';

/** What becomes of the mail of one alias, watched by its owner for a day. */
export const traceRoutes = [
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
