import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import type { RouteParts } from '#api/route.ts';
import { mountInbox, type InboxReader, type InboxWriter } from '#api/routes/site/inbox.ts';
import { AppError } from '#contract/errors.ts';
import type { InboxMessage } from '#contract/inbox.ts';

const message: Omit<InboxMessage, 'replyTo'> = {
  id: '6f1d8b1e-7a52-4c89-9d0a-0d6a1d1c2b11',
  receivedAt: '2026-11-21T09:30:00.000Z',
  mailFrom: 'b=token@kauke.test',
  rcptTo: 'one@home.example',
  headers: [
    ['Received', 'from one.example'],
    ['Received', 'from two.example'],
  ],
  text: 'Plain words',
  html: '<p>Plain words</p>',
  cut: false,
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

const replyTo = 'shoes@kauke.test';

const post: InboxWriter = {
  replyTo: async () => replyTo,
  reply: async (id, text) => (id === message.id ? { accepted: true, fault: null, reply: `250 ${text}` } : null),
  sendTest: async (alias) => ({ accepted: false, fault: 'unknown', reply: `550 ${alias}` }),
};

const frame = { html: (html: string) => `framed ${html}`, policy: 'sandbox' };

function startApp({ writable = true, filename = 'bill.pdf' } = {}) {
  let version = 1;
  let uses = 0;
  const inbox: InboxReader = {
    version: () => `run-${version}`,
    list: async () => [entry],
    find: async (id) => (id === message.id ? message : null),
    findAttachment: (id, index) =>
      id === message.id && index === 0 ? { filename, octets: Buffer.from('<script>') } : null,
  };
  const limiter = {
    take: async () => {
      uses += 1;
      if (uses > 2) throw new AppError('rate_limited');
    },
  };
  const app = new OpenAPIHono();
  app.onError((error) => new Response(error.message, { status: error instanceof AppError ? error.status : 500 }));
  mountInbox({ inbox, post: writable ? post : null, frame })(app, { core: { limiter } } as unknown as RouteParts);
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Host: 'localhost:3000', ...headers } });
  const write = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      headers: { Host: 'localhost:3000', 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { get, write, receive: () => void (version += 1) };
}

describe('the inbox routes', () => {
  it('list the messages', async () => {
    const answer = await startApp().get('/api/inbox');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ messages: [entry], writable: true });
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
    expect(await answer.json()).toEqual({ message: { ...message, replyTo } });
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

describe('what is written there', () => {
  it('answers a message, and writes to an alias', async () => {
    const { write } = startApp();
    const replied = await write(`/api/inbox/${message.id}/reply`, { text: 'Thanks' });
    expect(await replied.json()).toEqual({ accepted: true, fault: null, reply: '250 Thanks' });
    const tested = await write('/api/inbox/tests', { alias: 'shoes@kauke.test' });
    expect(await tested.json()).toEqual({ accepted: false, fault: 'unknown', reply: '550 shoes@kauke.test' });
    expect((await write('/api/inbox/tests', { alias: 'shoes@kauke.test' })).status).toBe(429);
  });

  it('is nothing where mail comes in elsewhere', async () => {
    const { get, write } = startApp({ writable: false });
    expect(await (await get('/api/inbox')).json()).toMatchObject({ writable: false });
    expect(await (await get(`/api/inbox/${message.id}`)).json()).toMatchObject({ message: { replyTo: null } });
    expect((await write(`/api/inbox/${message.id}/reply`, { text: 'x' })).status).toBe(404);
    expect((await write('/api/inbox/tests', { alias: 'shoes@kauke.test' })).status).toBe(404);
  });

  it.each([{ text: '' }, { text: ' \n' }, { text: 'x'.repeat(20_001) }, { text: 'x', to: 'a@b.example' }, {}])(
    'refuses %j as a reply',
    async (body) => {
      expect((await startApp().write(`/api/inbox/${message.id}/reply`, body)).status).toBe(400);
    },
  );

  it('answers no message that is gone, and nobody under another name', async () => {
    const { write } = startApp();
    expect((await write('/api/inbox/unknown/reply', { text: 'x' })).status).toBe(404);
    const elsewhere = { Host: 'rebound.example' };
    expect((await write(`/api/inbox/${message.id}/reply`, { text: 'x' }, elsewhere)).status).toBe(403);
    expect((await write('/api/inbox/tests', { alias: 'a@kauke.test' }, elsewhere)).status).toBe(403);
  });
});

describe('what others sent', () => {
  it('is shown as HTML under a policy of its own', async () => {
    const answer = await startApp().get(`/api/inbox/${message.id}/html`);
    expect(await answer.text()).toBe('framed <p>Plain words</p>');
    expect(answer.headers.get('Content-Security-Policy')).toBe('sandbox');
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['bill.pdf', 'attachment; filename="bill.pdf"; filename*=UTF-8\'\'bill.pdf'],
    ['../../etc/passwd', 'attachment; filename="passwd"; filename*=UTF-8\'\'passwd'],
    ['C:\\Windows\\x.exe', 'attachment; filename="x.exe"; filename*=UTF-8\'\'x.exe'],
    ['..', 'attachment; filename="attachment"; filename*=UTF-8\'\'attachment'],
    ['.bashrc', 'attachment; filename="bashrc"; filename*=UTF-8\'\'bashrc'],
    ['a"\r\nX: y', 'attachment; filename="aX y"; filename*=UTF-8\'\'aX%20y'],
    ['cod\u202Efdp.exe', 'attachment; filename="codfdp.exe"; filename*=UTF-8\'\'codfdp.exe'],
    ["č'(1).txt", "attachment; filename=\"_'(1).txt\"; filename*=UTF-8''%C4%8D%27%281%29.txt"],
  ])('is saved and never opened: %j', async (filename, expected) => {
    const answer = await startApp({ filename }).get(`/api/inbox/${message.id}/attachments/0`);
    expect(answer.headers.get('Content-Disposition')).toBe(expected);
    expect(answer.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(answer.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(await answer.text()).toBe('<script>');
  });

  it.each(['1', '-1', '1e3', '../0', '99999'])('is nothing at the place %s', async (place) => {
    const { status } = await startApp().get(`/api/inbox/${message.id}/attachments/${encodeURIComponent(place)}`);
    expect([400, 404]).toContain(status);
  });
});
