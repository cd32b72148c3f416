import { z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { cacheControl } from '#api/middleware/answer-headers.ts';
import { languageOfPage } from '#api/translate-answer.ts';
import { mountRoutes, route, type RouteParts } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import {
  inboxListSchema,
  inboxMessageAnswerSchema,
  inboxPostedSchema,
  inboxReplySchema,
  inboxTestSchema,
  type InboxEntry,
  type InboxMessage,
  type InboxPosted,
} from '#contract/inbox.ts';
import type { TestWords } from '#core/test-post.ts';
import { mailTexts } from '#messages/all-languages.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** What these routes need of the preview inbox. */
export interface InboxReader {
  /** Changes whenever the list does. */
  version(): string;
  list(): Promise<InboxEntry[]>;
  find(id: string): Promise<Omit<InboxMessage, 'replyTo'> | null>;
  findAttachment(id: string, index: number): { readonly filename: string | null; readonly octets: Buffer } | null;
}

/** What can be written there. */
export interface InboxWriter {
  replyTo(id: string): Promise<string | null>;
  /** Null: the message is gone, or cannot be answered. */
  reply(id: string, text: string): Promise<InboxPosted | null>;
  /** In the words of the page that asks for it. */
  sendTest(alias: string, words: TestWords): Promise<InboxPosted>;
}

interface InboxSides {
  readonly inbox: InboxReader;
  /** Null where mail does not come in by this program. */
  readonly post: InboxWriter | null;
  /** An HTML message as a document that can do nothing, and the policy that sees to it. */
  readonly frame: { readonly html: (html: string) => string; readonly policy: string };
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

const messageParams = z.object({ id: z.string() });

const middleware = [requireLocalHost, cacheControl('private, no-cache')];

/** A name that is one on every system: no path, no control or direction mark, not hidden. */
function nameOfFile(filename: string | null): string {
  const last = (filename ?? '').split(/[/\\]/u).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .replace(/^[.\s]+/u, '')
    .slice(0, 100)
    .toWellFormed();
  return plain === '' ? 'attachment' : plain;
}

/** RFC 6266: in ASCII, and for those who read it as it is. */
function asDownload(filename: string | null): string {
  const name = nameOfFile(filename);
  const ascii = name.replaceAll(/[^\x20-\x7e]|%/gu, '_');
  const marks = /['()]/gu;
  const encoded = encodeURIComponent(name).replaceAll(marks, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function readRoutes({ inbox, post }: InboxSides) {
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
        return { messages: await inbox.list(), writable: post !== null };
      },
    ),

    route(
      'GET /api/inbox/{id}',
      {
        access: 'public',
        middleware,
        params: messageParams,
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
        return { message: { ...message, replyTo: (await post?.replyTo(message.id)) ?? null } };
      },
    ),
  ];
}

/** What a message carries beside its text. */
function partRoutes({ inbox, frame }: InboxSides) {
  return [
    route(
      'GET /api/inbox/{id}/html',
      {
        access: 'public',
        middleware,
        params: messageParams,
        errors: ['cross_site'],
        description: 'The HTML of a message, as a document for a sandboxed frame',
      },
      async ({ c, params }) => {
        const html = (await inbox.find(params.id))?.html ?? null;
        if (html === null) throw new AppError('not_found');
        return c.body(frame.html(html), 200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': frame.policy,
          'X-DNS-Prefetch-Control': 'off',
        });
      },
    ),

    route(
      'GET /api/inbox/{id}/attachments/{index}',
      {
        access: 'public',
        middleware,
        params: messageParams.extend({ index: z.string().regex(/^[0-9]{1,4}$/u) }),
        errors: ['cross_site'],
        description: 'What is attached to a message, by its place, to be saved and never shown',
      },
      ({ c, params }) => {
        const attachment = inbox.findAttachment(params.id, Number(params.index));
        if (attachment === null) throw new AppError('not_found');
        return c.body(new Uint8Array(attachment.octets), 200, {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': asDownload(attachment.filename),
          'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        });
      },
    ),
  ];
}

function writeRoutes(post: InboxWriter) {
  return [
    route(
      'POST /api/inbox/tests',
      {
        access: 'public',
        middleware,
        input: inboxTestSchema,
        errors: ['cross_site', 'rate_limited'],
        answer: inboxPostedSchema,
        description: 'What became of a message from a stranger to an alias',
      },
      async ({ c, core, ip, input }) => {
        await core.limiter.take('previewMailPerNetwork', { ip });
        return post.sendTest(input.alias, mailTexts[languageOfPage(c)].testMessage);
      },
    ),

    route(
      'POST /api/inbox/{id}/reply',
      {
        access: 'public',
        middleware,
        params: messageParams,
        input: inboxReplySchema,
        errors: ['cross_site', 'rate_limited'],
        answer: inboxPostedSchema,
        description: 'What became of the answer to a message, written by whoever got it',
      },
      async ({ core, ip, params, input }) => {
        await core.limiter.take('previewMailPerNetwork', { ip });
        const posted = await post.reply(params.id, input.text);
        if (posted === null) throw new AppError('not_found');
        return posted;
      },
    ),
  ];
}

export function inboxRoutes(sides: InboxSides) {
  return [...readRoutes(sides), ...partRoutes(sides), ...(sides.post === null ? [] : writeRoutes(sides.post))];
}

/** Mounts the preview inbox; without it `/api/inbox` does not exist. */
export function mountInbox(sides: InboxSides) {
  return (app: OpenAPIHono, parts: RouteParts): void => mountRoutes(app, parts, inboxRoutes(sides));
}
