import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import type { RouteParts } from '#api/route.ts';
import { mountInbox, type InboxReader } from '#api/routes/site/inbox.ts';
import { AppError } from '#contract/errors.ts';
import type { InboxMessage } from '#contract/inbox.ts';

const message: InboxMessage = {
  id: '6f1d8b1e-7a52-4c89-9d0a-0d6a1d1c2b11',
  receivedAt: '2026-11-21T09:30:00.000Z',
  mailFrom: 'b=token@kauke.test',
  rcptTo: 'one@home.example',
  headers: [
    ['Received', 'from one.example'],
    ['Received', 'from two.example'],
  ],
  text: 'Plain words',
  html: null,
  attachments: [],
};

const entry = {
  id: message.id,
  receivedAt: message.receivedAt,
  from: 'Bob <bob@sender.example>',
  to: message.rcptTo,
  subject: 'Hello',
  sizeBytes: 120,
};

function startApp() {
  let version = 1;
  const inbox: InboxReader = {
    version: () => `run-${version}`,
    list: async () => [entry],
    find: async (id) => (id === message.id ? message : null),
  };
  const app = new OpenAPIHono();
  app.onError((error) => new Response(error.message, { status: error instanceof AppError ? error.status : 500 }));
  mountInbox(inbox)(app, {} as RouteParts);
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Host: 'localhost:3000', ...headers } });
  return { get, receive: () => void (version += 1) };
}

describe('the inbox routes', () => {
  it('list the messages', async () => {
    const answer = await startApp().get('/api/inbox');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ messages: [entry] });
  });

  it('answer 304 until something arrives', async () => {
    const { get, receive } = startApp();
    const etag = (await get('/api/inbox')).headers.get('ETag') ?? '';
    const unchanged = await get('/api/inbox', { 'If-None-Match': etag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    receive();
    expect((await get('/api/inbox', { 'If-None-Match': etag })).status).toBe(200);
  });

  it('show one message, unchanged for ever', async () => {
    const { get } = startApp();
    const answer = await get(`/api/inbox/${message.id}`);
    expect(await answer.json()).toEqual({ message });
    const etag = answer.headers.get('ETag') ?? '';
    expect((await get(`/api/inbox/${message.id}`, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('answer 404 for an unknown message', async () => {
    expect((await startApp().get('/api/inbox/unknown')).status).toBe(404);
  });

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000'])('answer to the host %s', async (Host) => {
    expect((await startApp().get('/api/inbox', { Host })).status).toBe(200);
  });

  it.each(['rebound.example', 'localhost.rebound.example', '127.0.0.1.rebound.example:3000', 'x@localhost', ''])(
    'refuse the host "%s"',
    async (Host) => {
      const { get } = startApp();
      expect((await get('/api/inbox', { Host })).status).toBe(403);
      expect((await get(`/api/inbox/${message.id}`, { Host })).status).toBe(403);
    },
  );
});
