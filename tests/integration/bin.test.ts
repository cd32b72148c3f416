import { afterAll, beforeAll, expect, it } from 'vitest';
import { reachDatabase } from '#cli/database.ts';
import { aliasesResponseSchema } from '#contract/aliases.ts';
import { createVisitor } from '#support/api.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const inbox = 'ann@office.example';
const elsewhere = 'thief@elsewhere.example';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let bob: Owner;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
  });
  ann = await signUpOwner(service, 'ann.private@home.example');
  bob = await signUpOwner(service, 'bob.private@home.example');
  await ann.createAlias('shop', [inbox]);
  const mails = await sink.waitForMessages(3);
  for (const mail of mails) if (mail.rcptTo.includes(inbox)) await confirmInbox(ann, mail.raw);
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

function send(to: string) {
  return sendMessage({
    port: service.mxPort,
    from: 'bob@sender.example',
    to,
    data: 'From: bob@sender.example\r\nSubject: Hello\r\n\r\nText\r\n',
    timeoutMs: 60_000,
  });
}
async function list(query = '') {
  const { body } = await ann.send('GET', `/api/aliases/${ann.id}${query}`);
  return aliasesResponseSchema.parse(body).aliases;
}
async function aliasId(): Promise<string> {
  return (await list())[0]?.id ?? '';
}
function received(): number {
  return sink.messages.filter(({ rcptTo, raw }) => rcptTo.includes(inbox) && raw.includes('Subject: Hello')).length;
}
/** Nobody has proved lately who they are. */
async function letProofAge(): Promise<void> {
  const { database, close } = await reachDatabase(service.command);
  await database.pool.query("update sessions set confirmed_at = now() - interval '1 day'");
  await close();
}
/** The change that an answer names. */
function undoOf({ body }: { readonly body: unknown }): string {
  return (body as { undo: string }).undo;
}

it('mail to a deleted alias is refused as to an unknown name, and comes again once it is restored', async () => {
  const id = await aliasId();
  await send('shop@kauke.test');
  await expect.poll(received).toBe(1);
  const removed = await ann.send('DELETE', `/api/aliases/${id}`);
  expect(removed).toMatchObject({ status: 200, body: { message: 'Alias deleted' } });

  const [unknown, binned] = [await send('nobody@kauke.test'), await send('shop@kauke.test')];
  expect(binned).toEqual(unknown);
  expect(binned.rcpt).toEqual([expect.stringMatching(/^550 5\.1\.1 /)]);
  expect(await list()).toEqual([]);
  expect(await list('?bin=true')).toMatchObject([{ id, alias: 'shop', forwardTo: inbox }]);
  expect(await bob.send('GET', `/api/aliases/${ann.id}?bin=true`)).toMatchObject({ status: 404 });
  const wanted = { alias: 'shop', domain: 'kauke.test', forwardTo: 'bob.private@home.example' };
  expect(await bob.send('POST', `/api/aliases/${bob.id}`, wanted)).toMatchObject({ status: 409 });
  expect(await bob.send('POST', `/api/aliases/${id}/restore`)).toMatchObject({ status: 404 });
  expect(await bob.send('POST', '/api/undo', { undo: undoOf(removed) })).toMatchObject({ status: 404 });

  const undone = await ann.send('POST', '/api/undo', { undo: undoOf(removed) });
  expect(undone).toMatchObject({ status: 200, body: { message: 'Undone', aliases: [{ id, alias: 'shop' }] } });
  expect(await ann.send('POST', '/api/undo', { undo: undoOf(removed) })).toMatchObject({ status: 404 });
  await send('shop@kauke.test');
  await expect.poll(received).toBe(2);

  await ann.send('DELETE', `/api/aliases/${id}`);
  const restored = await ann.send('POST', `/api/aliases/${id}/restore`);
  expect(restored).toMatchObject({ status: 200, body: { message: 'Alias restored', alias: { id, forwardTo: inbox } } });
  expect(await ann.send('POST', `/api/aliases/${id}/restore`)).toMatchObject({ status: 404 });
  await send('shop@kauke.test');
  await expect.poll(received).toBe(3);
});

it('former targets come back to a freshly proven session alone, never by an API key', async () => {
  const id = await aliasId();
  const key = await ann.send('POST', '/api/api-keys', { name: 'script' });
  const byKey = createVisitor({ url: service.program.publicUrl });
  const headers = { authorization: `Bearer ${(key.body as { apiKey: { key: string } }).apiKey.key}` };
  const moved = await ann.send('PUT', `/api/aliases/${id}`, { forwardTo: elsewhere });
  const undo = undoOf(moved);
  expect(await byKey.send('POST', '/api/undo', { undo }, headers)).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
  await letProofAge();
  expect(await ann.send('POST', '/api/undo', { undo })).toMatchObject({
    status: 403,
    body: { code: 'confirm_identity' },
  });
  expect(await list()).toMatchObject([{ forwardTo: elsewhere }]);
  expect(await ann.send('GET', '/api/undo')).toMatchObject({
    body: { changes: [{ undo, kind: 'targets', of: 'shop@kauke.test', guarded: true }, { kind: 'deleted' }] },
  });
  await ann.send('POST', '/api/auth/confirm', { password: 'correct horse battery' });
  expect(await ann.send('POST', '/api/undo', { undo })).toMatchObject({
    status: 200,
    body: { aliases: [{ id, forwardTo: inbox }] },
  });
  const before = received();
  await send('shop@kauke.test');
  await expect.poll(received).toBe(before + 1);

  const paused = await ann.send('PATCH', `/api/aliases/${id}/toggle`, { active: false });
  expect(await byKey.send('POST', '/api/undo', { undo: undoOf(paused) }, headers)).toMatchObject({
    status: 200,
    body: { aliases: [{ id, active: true }] },
  });
});

it('an alias is deleted for good, or without a bin, only by whoever proves who they are', async () => {
  const id = await aliasId();
  await ann.send('DELETE', `/api/aliases/${id}`);
  await letProofAge();
  const refused = { status: 403, body: { code: 'confirm_identity' } };
  expect(await ann.send('DELETE', `/api/aliases/${id}/forget`)).toMatchObject(refused);
  expect(await ann.send('PATCH', '/api/account', { binDays: 0 })).toMatchObject(refused);
  await ann.send('POST', '/api/auth/confirm', { password: 'correct horse battery' });
  for (const binDays of [-1, 31, 1.5, '7']) {
    expect(await ann.send('PATCH', '/api/account', { binDays })).toMatchObject({ status: 400 });
  }
  expect(await ann.send('PATCH', '/api/account', { binDays: 0 })).toMatchObject({
    status: 200,
    body: { account: { binDays: 0 } },
  });
  expect(await ann.send('DELETE', `/api/aliases/${id}/forget`)).toMatchObject({ status: 200 });
  expect(await list('?bin=true')).toEqual([]);
  await ann.createAlias('brief', [inbox]);
  expect(await ann.send('DELETE', `/api/aliases/${await aliasId()}`)).toMatchObject({ body: { undo: null } });
  expect(await list('?bin=true')).toEqual([]);
});
