import { expect, it } from 'vitest';
import { createAliasResponseSchema } from '#contract/aliases.ts';
import { createVisitor, type Answer } from '#support/api.ts';
import { bearer, createKeyOwner, makeApiKey } from '#support/key-owner.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();

/** A program that knows its key and nothing else. */
async function createProgram(scope: string) {
  const owner = await createKeyOwner(test);
  const { key, ...apiKey } = await makeApiKey(owner, { scope });
  const program = createVisitor(test);
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    program.send(method, path, body, bearer(key));
  return { owner, apiKey, send };
}

const wish = { alias: 'by-key', domain: 'kauke.test', forwardTo: 'box@example.org', notes: null };

it('a key learns its account and itself, and not who the account is', async () => {
  const { owner, apiKey, send } = await createProgram('create');
  const { id, name, scope, createdAt, expiresAt } = apiKey;
  const { status, body } = await send('GET', '/api/account');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      account: {
        id: owner.id,
        defaultTargetId: null,
        defaultDomain: null,
        aliasFormat: null,
        endingFormat: 'words',
        senderFormat: 'at',
        binDays: 30,
        countMail: false,
        language: null,
        holdDays: null,
        createdAt: expect.any(String),
      },
      apiKey: { id, name, scope, createdAt, expiresAt },
    },
  });
  expect(JSON.stringify(body)).not.toContain('home.example');
  expect(await send('PATCH', '/api/account', { binDays: 0 })).toMatchObject({ status: 403 });
});

it('a program needs no id of its account', async () => {
  const { owner, send } = await createProgram('aliases');
  const made = await send('POST', '/api/aliases/me', wish);
  expect(made).toMatchObject({ status: 201, body: { alias: { alias: 'by-key', notes: null, userId: owner.id } } });
  const generated = { domain: 'kauke.test', forwardTo: 'box@example.org', generate: 'words' };
  expect(await send('POST', '/api/aliases/me/generated', generated)).toMatchObject({ status: 201 });
  const mine = await send('GET', '/api/aliases/me');
  expect(mine.body).toEqual((await send('GET', `/api/aliases/${owner.id}`)).body);
  expect(await send('GET', '/api/aliases/me?search=by-key')).toMatchObject({
    body: { aliases: [{ alias: 'by-key' }] },
  });
  expect((await owner.send('GET', '/api/aliases/me')).body).toEqual(mine.body);
  // Only where an account is meant: an alias has an id, always.
  expect(await send('PUT', '/api/aliases/me', { notes: 'x' })).toMatchObject({ status: 404 });
});

it('a program that changes one thing keeps the notes; the form, which sends them all, clears them', async () => {
  const { owner, send } = await createProgram('aliases');
  const made = await send('POST', '/api/aliases/me', { ...wish, alias: 'noted', notes: 'boots' });
  const { id } = createAliasResponseSchema.parse(made.body).alias;
  const put = (who: { send: typeof send }, body: object) => who.send('PUT', `/api/aliases/${id}`, body);
  expect(await put({ send }, { active: false })).toMatchObject({ body: { alias: { notes: 'boots', active: false } } });
  expect(await put(owner, { notes: 'shoes', active: true })).toMatchObject({ body: { alias: { notes: 'shoes' } } });
  expect(await put({ send }, { notes: null })).toMatchObject({ body: { alias: { notes: null, active: true } } });
  await put({ send }, { notes: 'hats' });
  expect(await put(owner, { active: false })).toMatchObject({ body: { alias: { notes: null } } });
  const { body } = await send('GET', '/api/aliases/me?search=noted');
  const [{ forwardTo, lastForwardTo, notes }] = (body as { aliases: [{ [name: string]: unknown }] }).aliases;
  expect(forwardTo).toBe('null');
  expect(await put({ send }, { forwardTo, lastForwardTo, notes })).toMatchObject({
    body: { alias: { active: false, lastForwardTo: 'box@example.org' } },
  });
});
