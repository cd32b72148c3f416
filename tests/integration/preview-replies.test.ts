import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  inboxListSchema,
  inboxMessageAnswerSchema,
  inboxPostedSchema,
  type InboxEntry,
  type InboxPosted,
} from '#contract/inbox.ts';
import { createVisitor } from '#support/api.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';

const inbox = 'ann.private@home.example';
const alias = 'sneakers@kauke.test';
const stranger = 'test@sender.example';

let service: RunningService;
let ann: Owner;

beforeAll(async () => {
  service = await startService({ DELIVERY: 'preview', TARGET_CONFIRMATION: 'off' });
  // Mail that claims to be of this domain and is not signed by it is refused.
  service.dns.add({ '_dmarc.home.example': { TXT: ['v=DMARC1; p=reject'] } });
  ann = await signUpOwner(service, inbox);
  await ann.createAlias('sneakers', [inbox]);
});

afterAll(() => service.stop());

async function list(): Promise<InboxEntry[]> {
  return inboxListSchema.parse((await ann.send('GET', '/api/inbox')).body).messages;
}

async function read({ id }: InboxEntry) {
  return inboxMessageAnswerSchema.parse((await ann.send('GET', `/api/inbox/${id}`)).body).message;
}

async function newestTo(address: string): Promise<InboxEntry> {
  await expect.poll(async () => (await list()).map(({ to }) => to)).toContain(address);
  const found = (await list()).find(({ to }) => to === address);
  if (found === undefined) throw new Error(`Nothing came to ${address}.`);
  return found;
}

async function write(path: string, body: unknown): Promise<InboxPosted> {
  const answer = await ann.send('POST', path, body);
  expect(answer.status).toBe(200);
  return inboxPostedSchema.parse(answer.body);
}

it('a stranger writes, the owner answers as the alias, and the stranger answers that, all of it proven', async () => {
  expect(await write('/api/inbox/tests', { alias })).toMatchObject({ accepted: true, fault: null });
  const forwarded = await read(await newestTo(inbox));
  expect(forwarded.replyTo).toMatch(/^reply=[a-z2-7]{26}@kauke\.test$/);
  expect(forwarded.attachments).toHaveLength(1);

  const text = 'Thank you!\n.\nBcc: evil@thief.example';
  expect(await write(`/api/inbox/${forwarded.id}/reply`, { text })).toMatchObject({ accepted: true, fault: null });
  const reply = await read(await newestTo(stranger));
  expect(reply.text?.trim()).toBe(text);
  expect(JSON.stringify(reply)).not.toMatch(/ann\.private|home\.example/);
  expect(reply.headers.find(([name]) => name === 'From')?.[1]).toContain(alias);
  expect(reply.headers.find(([name]) => name === 'Subject')?.[1]).toBe('Re: A test message for your alias');
  expect(reply.replyTo).toBe(alias);

  expect(await write(`/api/inbox/${reply.id}/reply`, { text: 'You are welcome.' })).toMatchObject({ accepted: true });
  await expect.poll(async () => (await list()).filter(({ to }) => to === inbox)[0]?.id).not.toBe(forwarded.id);
  const second = await read(await newestTo(inbox));
  expect(second.text?.trim()).toBe('You are welcome.');
  expect(second.replyTo).toBe(forwarded.replyTo);
});

it('the checks of replies are the real ones: what is not signed by the preview is refused', async () => {
  await write('/api/inbox/tests', { alias });
  const { replyTo } = await read(await newestTo(inbox));
  const content = (signature: string) =>
    [`${signature}From: <${inbox}>`, `To: <${replyTo ?? ''}>`, 'Subject: forged', '', 'x', ''].join('\r\n');
  const selectors = ['', 'DKIM-Signature: v=1; a=ed25519-sha256; d=home.example; s=preview; h=from; bh=; b=AAAA\r\n'];
  for (const signature of selectors) {
    const replies = await sendMessage({
      port: service.mxPort,
      from: inbox,
      to: replyTo ?? '',
      data: content(signature),
    });
    expect(replies.data).toMatch(/^550 /);
  }
  expect((await list()).map(({ subject }) => subject)).not.toContain('forged');
});

it.each([
  ['nobody@kauke.test', 'unknown'],
  ['somebody@elsewhere.example', 'elsewhere'],
  ['x@kauke.test>\r\nRCPT TO:<y@elsewhere.example', 'unknown'],
  ['sneakers', 'unknown'],
])('nothing is sent to %j', async (wanted, fault) => {
  const before = await list();
  expect(await write('/api/inbox/tests', { alias: wanted })).toMatchObject({ accepted: false, fault });
  expect(await list()).toEqual(before);
});

it('takes nothing from other sites, nor under another name of this machine', async () => {
  const before = await list();
  const url = `http://localhost:${service.program.httpPort}/api/inbox/tests`;
  const body = JSON.stringify({ alias });
  for (const type of ['application/json', 'text/plain']) {
    const headers = { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403);
  }
  expect(await list()).toEqual(before);
});

it('says which alias has no confirmed inbox, and answers no mail of ours', async () => {
  const strict = await startService({ DELIVERY: 'preview' });
  try {
    const bob = await signUpOwner(strict, 'bob@home.example');
    await bob.createAlias('early', ['bob@home.example']);
    const posted = await bob.send('POST', '/api/inbox/tests', { alias: 'early@kauke.test' });
    expect(posted.body).toMatchObject({ accepted: false, fault: 'unconfirmed', reply: expect.stringMatching(/^450 /) });
    const messages = async () => inboxListSchema.parse((await bob.send('GET', '/api/inbox')).body).messages;
    await expect.poll(messages).not.toEqual([]);
    for (const { id } of await messages()) {
      const { message } = inboxMessageAnswerSchema.parse((await bob.send('GET', `/api/inbox/${id}`)).body);
      expect(message.replyTo).toBeNull();
      expect((await bob.send('POST', `/api/inbox/${id}/reply`, { text: 'x' })).status).toBe(404);
    }
  } finally {
    await strict.stop();
  }
});

it('there is nothing of it where mail leaves', async () => {
  const real = await startService({ SMARTHOST_URL: 'smtp://127.0.0.1:1', OPERATOR_EMAIL: 'op@ops.example' });
  try {
    const visitor = createVisitor({ url: `http://localhost:${real.program.httpPort}` });
    expect((await visitor.send('GET', '/api/inbox')).status).toBe(404);
    expect((await visitor.send('GET', `/api/inbox/${alias}/html`)).status).toBe(404);
    expect((await visitor.send('GET', `/api/inbox/${alias}/attachments/0`)).status).toBe(404);
    expect((await visitor.send('POST', '/api/inbox/tests', { alias })).status).toBe(404);
    expect((await visitor.send('POST', '/api/inbox/x/reply', { text: 'x' })).status).toBe(404);
  } finally {
    await real.stop();
  }
});
