import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;
let ann: Visitor & { id: string };
let bob: Visitor & { id: string };
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const refused = { status: 404, body: { message: 'Not found', code: 'not_found' } };

async function register(email: string): Promise<Visitor & { id: string }> {
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password: 'correct horse' });
  return { ...visitor, id: userResponseSchema.parse(body).user.id };
}
async function create(alias: string, more: object = {}): Promise<Alias> {
  const wish = { alias, domain: 'kauke.test', forwardTo: 'box@example.org', ...more };
  const { status, body } = await ann.send('POST', `/api/aliases/${ann.id}`, wish);
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { alias: Alias }).alias;
}

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  ann = await register('ann@example.com');
  bob = await register('bob@example.com');
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

it('labels are made, listed, renamed and deleted by their owner alone', async () => {
  const made = await ann.send('POST', '/api/labels', { name: '  Shops ' });
  expect(made).toMatchObject({ status: 201, body: { label: { id: uuid, name: 'Shops', aliases: 0 } } });
  const { id } = (made.body as { label: { id: string } }).label;
  expect(await ann.send('POST', '/api/labels', { name: 'shops' })).toMatchObject({
    status: 409,
    body: { code: 'label_exists', message: 'There is a label of this name already.' },
  });
  for (const name of ['', 'x'.repeat(41), 'a, b', 'a\u0007b']) {
    const answer = await ann.send('POST', '/api/labels', { name });
    expect(answer).toMatchObject({ status: 400, body: { errors: { name: [expect.any(String)] } } });
  }
  expect(await bob.send('GET', '/api/labels')).toMatchObject({ status: 200, body: { labels: [] } });
  expect(await bob.send('PATCH', `/api/labels/${id}`, { name: 'mine' })).toMatchObject(refused);
  expect(await bob.send('DELETE', `/api/labels/${id}`)).toMatchObject(refused);
  expect(await ann.send('PATCH', `/api/labels/${id}`, { name: 'Markets' })).toMatchObject({
    status: 200,
    body: { label: { id, name: 'Markets', aliases: 0 } },
  });
  expect(await ann.send('DELETE', `/api/labels/${id}`)).toMatchObject({
    status: 200,
    body: { message: 'Label deleted' },
  });
  expect(await ann.send('GET', '/api/labels')).toMatchObject({ status: 200, body: { labels: [] } });
});

it('the list takes the filters that a change of many takes', async () => {
  const plain = await create('plain');
  const labelled = await create('labelled', { labels: ['Shops', 'old'], notes: 'Shoes' });
  const ended = await create('ended', { maxMessages: 1 });
  await test.core.database.db.updateTable('aliases').set({ messagesLeft: 0 }).where('id', '=', ended.id).execute();
  const find = async (query: string): Promise<string[]> => {
    const { body } = await ann.send('GET', `/api/aliases/${ann.id}?${query}`);
    return (body as { aliases: Alias[] }).aliases.map(({ id }) => id);
  };
  expect(await find('labels=old,SHOPS')).toEqual([labelled.id]);
  expect(await find('state=ended')).toEqual([ended.id]);
  expect(await find('search=shoes&domain=kauke.test')).toEqual([labelled.id]);
  const waiting = await find('state=waiting&target=box@example.org');
  expect(new Set(waiting)).toEqual(new Set([labelled.id, plain.id]));
  expect(await ann.send('GET', `/api/aliases/${ann.id}?state=nonsense`)).toMatchObject({ status: 400 });
  expect(await bob.send('GET', `/api/aliases/${ann.id}?state=on`)).toMatchObject(refused);
  const change = { addLabels: ['found'] };
  const answer = await ann.send('PATCH', '/api/aliases', { filter: { labels: ['old'] }, change });
  expect(answer).toMatchObject({
    status: 200,
    body: { changed: 1, skipped: [], message: '1 alias changed', undo: uuid },
  });
  expect(await find('labels=found')).toEqual([labelled.id]);
});

it('a change of many names aliases or a filter, and something to change', async () => {
  const { id } = await create('named');
  const ids = [id];
  const change = { active: false };
  for (const [wish, fault] of [
    [{ change }, 'Name the aliases, or a filter that finds them'],
    [{ ids, filter: {}, change }, 'Name the aliases, or a filter that finds them'],
    [{ ids: [], change }, 'Name the aliases, or a filter that finds them'],
    [{ ids: Array.from({ length: 1001 }, () => randomUUID()), change }, 'One change can name at most 1000 aliases'],
    [{ ids, change: {} }, 'At least one change must be given'],
    [{ ids, change: { maxMessages: 0 } }, 'This must be between 1 and 10000 messages'],
    [{ ids, change: { maxMessages: 10_001 } }, 'This must be between 1 and 10000 messages'],
    [{ ids, change: { idleDays: 3_651 } }, 'This must be between 1 and 3650 days'],
    [{ ids, change: { delete: true, idleDays: 1 } }, 'Deleting and restoring go with no other change'],
    [{ ids, change: { delete: true, active: true } }, 'Deleting and restoring go with no other change'],
  ] as const) {
    const answer = await ann.send('PATCH', '/api/aliases', wish);
    expect({ wish: Object.keys(wish), ...answer }).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).toContain(fault);
  }
  expect(await bob.send('PATCH', '/api/aliases', { ids, change })).toMatchObject({
    status: 200,
    body: { changed: 0, skipped: [{ id, message: 'Not found' }], message: '0 aliases changed', undo: null },
  });
});

it('mail is counted once its owner wants that, and told to nobody else', async () => {
  const { id } = await create('counted');
  expect(await ann.send('PATCH', '/api/account', {})).toMatchObject({ status: 400 });
  expect(await ann.send('PATCH', '/api/account', { countMail: true })).toMatchObject({
    status: 200,
    body: { message: 'Mail is counted from now on', account: { countMail: true, binDays: 30 } },
  });
  const none = { forwarded: 0, dropped: 0, held: 0, replied: 0 };
  expect(await ann.send('GET', `/api/aliases/${id}/counts`)).toMatchObject({
    status: 200,
    body: { days: [], before: none },
  });
  expect(await bob.send('GET', `/api/aliases/${id}/counts`)).toMatchObject(refused);
  expect(await ann.send('PATCH', '/api/account', { countMail: false })).toMatchObject({
    status: 200,
    body: { message: 'Nothing is counted any more, and what was is erased', account: { countMail: false } },
  });
});

it('a file of aliases carries labels and ends there and back, and ends that are over end nothing', async () => {
  const cora = await register('cora@example.com');
  const later = new Date(test.core.clock.now() + 86_400_000).toISOString();
  const csv = [
    'alias,domain,forward_to,active,labels,expires_at,messages_left,idle_days,copy_replies',
    `one,kauke.test,"x@example.org,y@example.org",true,"Shops, old",${later},7,30,true`,
    'two,kauke.test,x@example.org,false,,2020-01-01T00:00:00Z,0,,',
    'three,kauke.test,x@example.org,true,,,nonsense,,',
  ].join('\n');
  const sent = { csv, domain: 'kauke.test', dryRun: false };
  expect(await cora.send('POST', '/api/account/import', sent)).toMatchObject({
    status: 200,
    body: { report: { created: 2, skipped: 1 } },
  });
  const { body } = await cora.send('GET', `/api/aliases/${cora.id}`);
  const made = (body as { aliases: Alias[] }).aliases;
  expect(made.find(({ alias }) => alias === 'one')).toMatchObject({
    labels: ['old', 'Shops'],
    expiresAt: later,
    maxMessages: 7,
    messagesLeft: 7,
    idleDays: 30,
    ended: null,
    copyReplies: true,
  });
  expect(made.find(({ alias }) => alias === 'two')).toMatchObject({
    active: false,
    ended: null,
    expiresAt: null,
    copyReplies: false,
  });
  const exported = await cora.send('GET', '/api/account/export?format=csv');
  expect(exported.body).toContain(`"old, Shops","${later}","7","30",,"true"`);
  const whole = await cora.send('GET', '/api/account/export');
  expect(whole.body).toMatchObject({
    labels: [
      { name: 'old', aliases: 1 },
      { name: 'Shops', aliases: 1 },
    ],
    countedMail: [],
    account: { countMail: false },
  });
});
