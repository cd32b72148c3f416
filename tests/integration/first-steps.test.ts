import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstStepsResponseSchema, type FirstSteps } from '#contract/account/first-steps.ts';
import { createAliasResponseSchema } from '#contract/aliases.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { startSmtpSink, type SinkAction, type SmtpSink } from '#support/smtp-sink.ts';
import { sendMessage } from '#support/smtp-client.ts';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
/** What the server of the inboxes says to a recipient. */
let answer: SinkAction;

beforeEach(async () => {
  answer = 'accept';
  sink = await startSmtpSink({ onRcpt: () => answer });
  service = await startService({ SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' });
  ann = await signUpOwner(service, 'ann@home.example');
});
afterEach(async () => {
  await service.stop();
  await sink.stop();
});

async function read(owner = ann): Promise<FirstSteps> {
  return firstStepsResponseSchema.parse((await owner.send('GET', '/api/account/first-steps')).body).firstSteps;
}

async function fates(): Promise<Record<string, string>> {
  return Object.fromEntries((await read()).waiting.map(({ value, mail }) => [value, mail]));
}

it('tells what became of each confirmation mail, of one that is sent again anew, and nothing to anybody else', async () => {
  await expect.poll(fates).toEqual({ 'ann@home.example': 'taken' });
  answer = { code: 550, text: '5.1.1 No such user' };
  await ann.createAlias('typo', ['an@home.example']);
  await expect.poll(fates).toEqual({ 'ann@home.example': 'taken', 'an@home.example': 'refused' });
  answer = { code: 450, text: '4.2.0 Come back later' };
  await ann.createAlias('slow', ['slow@home.example']);
  await expect.poll(async () => (await fates())['slow@home.example']).toBe('delayed');

  answer = 'accept';
  const typo = (await read()).waiting.find(({ value }) => value === 'an@home.example');
  expect((await ann.send('POST', `/api/targets/${typo?.id}/confirmation`)).status).toBe(200);
  await expect.poll(async () => (await fates())['an@home.example']).toBe('taken');

  const eve = await signUpOwner(service, 'eve@home.example');
  expect((await read(eve)).waiting.map(({ value }) => value)).toEqual(['eve@home.example']);
});

it('knows what is done: an inbox that agreed, an alias that carried mail, a key', async () => {
  expect(await read()).toMatchObject({
    isNew: true,
    confirmed: false,
    used: false,
    apiKey: false,
    look: { from: 'postmaster@kauke.test', subject: 'Confirm this inbox' },
  });
  const [mail] = await sink.waitForMessages(1);
  expect(mail?.raw.toString()).toMatch(/^From: Kauke <postmaster@kauke\.test>\r\n/mu);
  expect(mail?.raw.toString()).toMatch(/^Subject: Confirm this inbox\r\n/mu);
  await confirmInbox(ann, mail?.raw ?? Buffer.alloc(0));
  await ann.createAlias('shop', ['ann@home.example']);
  expect(await read()).toMatchObject({ confirmed: true, used: false, waiting: [] });
  await sendMessage({
    port: service.mxPort,
    from: 'orders@shop.example',
    to: 'shop@kauke.test',
    data: 'From: orders@shop.example\r\nSubject: Hello\r\n\r\nHello\r\n',
  });
  await expect.poll(async () => (await read()).used).toBe(true);
  await ann.send('POST', '/api/api-keys', { name: 'Password manager' });
  expect((await read()).apiKey).toBe(true);
});

it('a test that its owner asks for comes in as the mail of a stranger does, and says what the server says', async () => {
  const wanted = { alias: 'tried', domain: 'kauke.test', forwardTo: 'ann@home.example' };
  const { body } = await ann.send('POST', `/api/aliases/${ann.id}`, wanted);
  const { id: aliasId } = createAliasResponseSchema.parse(body).alias;
  const test = () => ann.send('POST', `/api/aliases/${aliasId}/test`);
  expect((await test()).body).toMatchObject({ accepted: false, fault: 'unconfirmed' });
  const [confirmation] = await sink.waitForMessages(1);
  await confirmInbox(ann, confirmation?.raw ?? Buffer.alloc(0));
  await ann.send('PATCH', '/api/account', { language: 'de' });
  expect((await test()).body).toMatchObject({ accepted: true, fault: null });
  const [, mail] = await sink.waitForMessages(2);
  expect(mail?.rcptTo).toEqual(['ann@home.example']);
  const { subject } = await PostalMime.parse(mail?.raw ?? '');
  expect(subject).toBe('Eine Testmail für Ihren Alias');
  expect(await read()).toMatchObject({ used: true });

  answer = { code: 550, text: '5.1.1 No such user' };
  expect((await test()).body).toMatchObject({
    accepted: false,
    fault: 'other',
    reply: expect.stringMatching(/^550 5/),
  });
  const eve = await signUpOwner(service, 'eve@home.example');
  expect((await eve.send('POST', `/api/aliases/${aliasId}/test`)).status).toBe(404);
});
