import { route } from '#api/route.ts';
import { otherSessionsEndedMessage, sessionEndedMessage, sessionsResponseSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/messages.ts';
import { endListedSession } from '#core/accounts/end-listed-session.ts';
import { endOtherSessions } from '#core/accounts/end-other-sessions.ts';
import { listSessions } from '#core/accounts/list-sessions.ts';

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
      return { message: sessionEndedMessage };
    },
  ),

  route(
    'DELETE /api/account/sessions',
    { access: 'session', answer: messageResponseSchema, description: 'All but this one ended' },
    async ({ core, user, session }) => {
      await endOtherSessions(core, user.id, session.id);
      return { message: otherSessionsEndedMessage };
    },
  ),
];
