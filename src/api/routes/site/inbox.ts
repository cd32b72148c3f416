import { z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { cacheControl } from '#api/middleware/answer-headers.ts';
import { mountRoutes, route, type RouteParts } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { inboxListSchema, inboxMessageAnswerSchema, type InboxEntry, type InboxMessage } from '#contract/inbox.ts';
import { exactErrors } from '#messages/server/errors.ts';

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

const middleware = [requireLocalHost, cacheControl('private, no-cache')];

export function inboxRoutes(inbox: InboxReader) {
  return [
    route(
      'GET /api/inbox',
      {
        access: 'public',
        middleware,
        errors: ['cross_site'],
        tagged: true,
        answer: inboxListSchema,
        description: 'The messages of the preview inbox, newest first',
      },
      async ({ c }) => {
        if (hasCurrent(c, inbox.version())) return c.body(null, 304);
        return { messages: await inbox.list() };
      },
    ),

    route(
      'GET /api/inbox/{id}',
      {
        access: 'public',
        middleware,
        params: z.object({ id: z.string() }),
        errors: ['cross_site'],
        tagged: true,
        answer: inboxMessageAnswerSchema,
        description: 'One message of the preview inbox',
      },
      async ({ c, params }) => {
        const message = await inbox.find(params.id);
        if (message === null) throw new AppError('not_found');
        // A message never changes, so its id is its version.
        if (hasCurrent(c, message.id)) return c.body(null, 304);
        return { message };
      },
    ),
  ];
}

/** Mounts the preview inbox; without it `/api/inbox` does not exist. */
export function mountInbox(inbox: InboxReader) {
  return (app: OpenAPIHono, parts: RouteParts): void => mountRoutes(app, parts, inboxRoutes(inbox));
}
