import { expect, it } from 'vitest';
import { accountResponseSchema } from '#contract/account.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { searchDatabase } from '#support/database-search.ts';
import { testPassword, useApi } from '#support/use-api.ts';

const test = useApi();
const minuteMs = 60_000;

function codesTo(email: string): string[] {
  return test.mails
    .filter(({ recipient }) => recipient === email)
    .flatMap(({ text }) => /^\d{6}$/mu.exec(text)?.[0] ?? []);
}

async function open(email: string, headers = {}): Promise<Visitor> {
  const visitor = createVisitor(test);
  const opened = await visitor.send('POST', '/api/auth/register', { email, password: testPassword }, headers);
  expect(opened.status).toBe(201);
  return visitor;
}

async function isConfirmed(visitor: Visitor): Promise<boolean> {
  const { account } = accountResponseSchema.parse((await visitor.send('GET', '/api/account')).body);
  return account.emailVerified;
}

async function activate(email: string, code: string) {
  const { status, body } = await createVisitor(test).send('POST', '/api/auth/activate', { email, code });
  return { status, body };
}

function other(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

it('an account that a program opened is confirmed by the code of its mail, once', async () => {
  const email = 'coded@example.com';
  const visitor = await open(email);
  const [code = ''] = codesTo(email);
  expect(await activate(email, other(code))).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  expect(await isConfirmed(visitor)).toBe(false);
  expect(await activate(` ${email.toUpperCase()}`.trim(), ` ${code} `)).toMatchObject({
    status: 200,
    body: { msg: 'Your account is confirmed.' },
  });
  expect(await isConfirmed(visitor)).toBe(true);
  const { body } = await visitor.send('GET', '/api/targets');
  expect(body).toMatchObject({ targets: [{ value: email, state: 'confirmed' }] });
  expect(await activate(email, code)).toMatchObject({ status: 400 });
  expect(await searchDatabase(test.core.database, [code])).toEqual([]);
});

it('an account that a page opened has a link alone', async () => {
  await open('paged@example.com', { 'sec-fetch-site': 'same-origin' });
  expect(codesTo('paged@example.com')).toEqual([]);
});

it('a code is good for half an hour, and another one can be asked for', async () => {
  const email = 'late@example.com';
  const visitor = await open(email);
  const [first = ''] = codesTo(email);
  test.advance(31 * minuteMs);
  expect(await activate(email, first)).toMatchObject({ status: 400 });
  const answers = [];
  for (const one of [email, 'nobody@example.com', 'no address'])
    answers.push(await createVisitor(test).send('POST', '/api/auth/reactivate', { email: one }));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
  await expect.poll(() => codesTo(email)).toHaveLength(2);
  expect(await activate(email, codesTo(email)[1] ?? '')).toMatchObject({ status: 200 });
  expect(await isConfirmed(visitor)).toBe(true);
  await createVisitor(test).send('POST', '/api/auth/reactivate', { email });
  expect(codesTo('nobody@example.com')).toEqual([]);
  expect(codesTo(email)).toHaveLength(2);
});

it('five tries an hour are all, also for an address without an account', async () => {
  const email = 'guessed@example.com';
  const visitor = await open(email);
  const [code = ''] = codesTo(email);
  for (const one of [email, 'nobody.either@example.com']) {
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await activate(one, other(code))).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 410]);
  }
  expect(await activate(email, code)).toMatchObject({ status: 410 });
  expect(await isConfirmed(visitor)).toBe(false);
});

it("the code of one account confirms none of somebody else's", async () => {
  await open('one@example.com');
  const visitor = await open('two@example.com');
  expect(await activate('two@example.com', codesTo('one@example.com')[0] ?? '')).toMatchObject({ status: 400 });
  expect(await isConfirmed(visitor)).toBe(false);
});
