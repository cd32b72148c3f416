import { route } from '#api/route.ts';
import { sessionsResponseSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { endListedSession } from '#core/sign-in/sessions.ts';
import { endOtherSessions } from '#core/sign-in/sessions.ts';
import { listSessions } from '#core/sign-in/sessions.ts';
import { answers } from '#messages/server/answers.ts';

export const sessionRoutes = [
  route(
    'GET /api/account/sessions',
    {
      access: 'session',
      answer: sessionsResponseSchema,
      description: 'Where the account is signed in, latest use first',
    },
    async ({ core, user, session }) => ({ sessions: await listSessions(core, user.id, session.id) }),
  ),

  route(
    'DELETE /api/account/sessions/{id}',
    { access: 'session', answer: messageResponseSchema, description: 'Ended' },
    async ({ core, sessions, c, user, session, params: { id } }) => {
      await endListedSession(core, user.id, id);
      if (id === session.id) sessions.end(c);
      return { message: answers.sessionEnded };
    },
  ),

  route(
    'DELETE /api/account/sessions',
    { access: 'session', answer: messageResponseSchema, description: 'All but this one ended' },
    async ({ core, user, session }) => {
      await endOtherSessions(core, user.id, session.id);
      return { message: answers.otherSessionsEnded };
    },
  ),
];
