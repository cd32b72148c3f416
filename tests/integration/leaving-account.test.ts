import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { makeProgramDatabase } from '#support/database.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const email = 'ann@home.example';
const password = 'correct horse battery';
const dayMs = 24 * 60 * 60 * 1000;

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let aheadMs = 0;
let database: Awaited<ReturnType<typeof makeProgramDatabase>>;

function start(more: Record<string, string> = {}): Promise<RunningService> {
  const environment = {
    ...database,
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    ...more,
  };
  return startService(environment, { clock: { now: () => systemClock.now() + aheadMs } });
}

beforeAll(async () => {
  sink = await startSmtpSink();
  database = await makeProgramDatabase();
  service = await start();
  ann = await signUpOwner(service, email);
  await ann.createAlias('shop', [email]);
  const [mail] = await sink.waitForMessages(1);
  await confirmInbox(ann, mail?.raw ?? Buffer.alloc(0));
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

/** The reply to RCPT, whatever the name. */
async function replyTo(name: string): Promise<string> {
  const { rcpt } = await sendMessage({
    port: service.mxPort,
    from: 'carol@sender.example',
    to: `${name}@kauke.test`,
    data: 'From: carol@sender.example\r\nSubject: shoes\r\n\r\nText\r\n',
  });
  return (rcpt[0] ?? '').replaceAll(name, 'NAME');
}
async function signIn(): Promise<Visitor> {
  const visitor = createVisitor({ url: service.program.publicUrl });
  expect((await visitor.send('POST', '/api/auth/login', { email, password })).status).toBe(200);
  return visitor;
}

it('refuses mail to a leaving account as to a name that was never given, until its owner is back', async () => {
  expect(await replyTo('shop')).toMatch(/^250/);
  expect((await ann.send('DELETE', '/api/account')).status).toBe(200);
  const refused = await replyTo('shop');
  expect(refused).toMatch(/^550 5\.1\.1 /);
  expect(refused).toBe(await replyTo('never-given'));
  const visitor = await signIn();
  expect(await visitor.send('GET', '/api/account')).toMatchObject({ status: 403, body: { code: 'account_leaving' } });
  expect((await visitor.send('POST', '/api/account/restore')).status).toBe(200);
  expect(await replyTo('shop')).toMatch(/^250/);
});

it('erases it after seven days; its used names stay with nobody', async () => {
  const visitor = await signIn();
  expect((await visitor.send('DELETE', '/api/account')).status).toBe(200);
  const { dataDir } = service;
  for (const [days, status] of [
    [6, 200],
    [1, 401],
  ] as const) {
    aheadMs += days * dayMs;
    await service.program.stop();
    service = await start({ DATA_DIR: dataDir });
    const login = () =>
      createVisitor({ url: service.program.publicUrl }).send('POST', '/api/auth/login', { email, password });
    await expect.poll(async () => (await login()).status).toBe(status);
  }
  const again = await signUpOwner(service, email);
  const wish = { alias: 'shop', domain: 'kauke.test', forwardTo: email };
  expect(await again.send('POST', `/api/aliases/${again.id}`, wish)).toMatchObject({
    status: 409,
    body: { code: 'alias_unavailable' },
  });
  expect(await replyTo('shop')).toBe(await replyTo('never-given'));
});
