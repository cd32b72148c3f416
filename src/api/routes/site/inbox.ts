import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { errorAnswers, jsonAnswer } from '#api/json-answers.ts';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { AppError } from '#contract/errors.ts';
import { inboxListSchema, inboxMessageAnswerSchema, type InboxEntry, type InboxMessage } from '#contract/inbox.ts';
import { exactErrors } from '#messages/errors.ts';

/** What these routes need of the preview inbox. */
export interface InboxReader {
  /** Changes whenever the list does. */
  version(): string;
  list(): Promise<InboxEntry[]>;
  find(id: string): Promise<InboxMessage | null>;
}

const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/iu;

/** The inbox has no sign-in: another site must not reach it under its own name (DNS rebinding). */
const requireLocalHost: MiddlewareHandler = async (context, next) => {
  if (!localHost.test(context.req.header('Host') ?? '')) {
    throw new AppError('cross_site', { message: exactErrors.inboxElsewhere });
  }
  await next();
};

/** Sets a weak ETag, which stands for every coding of the answer, and says whether the client has this one already. */
function hasCurrent(context: Context, version: string): boolean {
  const etag = `W/"${version}"`;
  context.header('ETag', etag);
  return (context.req.header('If-None-Match') ?? '').split(/,\s*/u).includes(etag);
}

const unchanged = { 304: { description: 'Unchanged' } };
const middleware = [requireLocalHost, cacheControl('private, no-cache')];

const listRoute = createRoute({
  method: 'get',
  path: '/api/inbox',
  middleware,
  responses: {
    ...errorAnswers('cross_site'),
    ...unchanged,
    ...jsonAnswer(200, inboxListSchema, 'The messages of the preview inbox, newest first'),
  },
});

const messageRoute = createRoute({
  method: 'get',
  path: '/api/inbox/{id}',
  middleware,
  request: { params: z.object({ id: z.string() }) },
  responses: {
    ...errorAnswers('cross_site', 'not_found'),
    ...unchanged,
    ...jsonAnswer(200, inboxMessageAnswerSchema, 'One message of the preview inbox'),
  },
});

/** Mounts the preview inbox; without it `/api/inbox` does not exist. */
export function inboxRoutes(inbox: InboxReader) {
  return (app: OpenAPIHono): void => {
    app.openapi(listRoute, async (context) => {
      if (hasCurrent(context, inbox.version())) return context.body(null, 304);
      return context.json({ messages: await inbox.list() }, 200);
    });

    app.openapi(messageRoute, async (context) => {
      const message = await inbox.find(context.req.valid('param').id);
      if (message === null) throw new AppError('not_found');
      // A message never changes, so its id is its version.
      if (hasCurrent(context, message.id)) return context.body(null, 304);
      return context.json({ message }, 200);
    });
  };
}
