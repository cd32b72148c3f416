import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aliasesResponseSchema, createAliasResponseSchema } from '#contract/aliases.ts';
import { sessionResponseSchema } from '#contract/sign-in.ts';
import { publicConfigSchema } from '#contract/site.ts';
import { createVisitor, testSite } from '#support/api.ts';
import { tokenOf } from '#support/core.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';

const test = useApi();

const { register } = test;
const wish = { domain: 'kauke.test', forwardTo: 'box@example.org' };

describe('accounts over HTTP', () => {
  it('go from registration over session and sign-out to sign-in', async () => {
    const { visitor, userId } = await register('way@example.com');
    const session = await visitor.send('GET', '/api/auth/session');
    expect(sessionResponseSchema.parse(session.body).user?.id).toBe(userId);
    expect(session.headers.get('cache-control')).toBe('private, no-store');
    const out = await visitor.send('POST', '/api/auth/logout');
    expect(out).toMatchObject({ status: 200, body: { message: 'Successfully logged out' } });
    expect(await visitor.send('GET', '/api/auth/session')).toMatchObject({ status: 200, body: { user: null } });
    expect(await visitor.send('POST', '/api/auth/logout')).toMatchObject({ status: 200 });
    const wrong = await visitor.send('POST', '/api/auth/login', { email: 'way@example.com', password: 'wrong' });
    expect(wrong).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password', code: 'wrong_credentials' },
    });
    const login = await visitor.send('POST', '/api/auth/login', { email: 'Way@example.com', password });
    expect(login).toMatchObject({ status: 200, body: { user: { id: userId, authMethod: 'email', balance: '0.00' } } });
  });

  it('name every fault of a registration by field', async () => {
    const faulty = { email: 'x', password: 'short' };
    const fromPage = { 'sec-fetch-site': 'same-origin' };
    const { status, body } = await createVisitor(test).send('POST', '/api/auth/register', faulty, fromPage);
    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'Please fix the errors shown below and try again.',
      code: 'invalid_input',
      errors: { email: ['Valid email address is required'], password: ['Password must be at least 8 characters'] },
    });
  });

  it('take passwords of 256 bytes and no more', async () => {
    const visitor = createVisitor(test);
    const send = (text: string) =>
      visitor.send('POST', '/api/auth/register', { email: `${randomUUID()}@example.com`, password: text });
    expect(await send('äöüßéèçñ'.repeat(16))).toMatchObject({ status: 201 });
    expect(await send(`${'äöüßéèçñ'.repeat(16)}ä`)).toMatchObject({
      status: 400,
      body: { errors: { password: ['Password must be 256 bytes or less'] } },
    });
  });

  it('answer a taken email with 409', async () => {
    await register('taken@example.com');
    const answer = await createVisitor(test).send('POST', '/api/auth/register', {
      email: 'taken@example.com',
      password,
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('say when a limit ends', async () => {
    const visitor = createVisitor(test);
    const input = { email: 'guess@example.com', password: 'wrong horse' };
    for (let turn = 0; turn < 10; turn += 1) await visitor.send('POST', '/api/auth/login', input);
    const answer = await visitor.send('POST', '/api/auth/login', input);
    expect(answer).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        rateLimited: true,
        resetTime: new Date(test.core.clock.now() + 15 * 60_000).toISOString(),
      },
    });
    expect(answer.headers.get('retry-after')).toBe('900');
  });
});

describe('aliases over HTTP', () => {
  it('are created, listed with an ETag and deleted', async () => {
    const { visitor, userId } = await register('owner@example.com');
    expect(await visitor.send('GET', '/api/domains')).toMatchObject({ body: { domains: ['kauke.test', 'mask.test'] } });
    const path = `/api/aliases/${userId}`;
    const created = await visitor.send('POST', path, { ...wish, alias: 'Shop', notes: 'shoes' });
    expect(created).toMatchObject({
      status: 201,
      body: { message: 'Your email alias has been created successfully', alias: { alias: 'shop', notes: 'shoes' } },
    });
    const { alias } = createAliasResponseSchema.parse(created.body);
    const list = await visitor.send('GET', path);
    expect(aliasesResponseSchema.parse(list.body).aliases).toEqual([alias]);
    expect(list.headers.get('cache-control')).toBe('private, no-cache');
    const etag = list.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const unchanged = await visitor.send('GET', path, undefined, { 'if-none-match': etag });
    expect(unchanged).toMatchObject({ status: 304, body: '' });
    const removed = await visitor.send('DELETE', `/api/aliases/${alias.id}`);
    expect(removed).toMatchObject({ status: 200, body: { message: 'Alias deleted' } });
    const changed = await visitor.send('GET', path, undefined, { 'if-none-match': etag });
    expect(changed).toMatchObject({ status: 200, body: { aliases: [] } });
  });

  it('ask for a session', async () => {
    const visitor = createVisitor(test);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await visitor.send(method, `/api/aliases/${randomUUID()}`);
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
  });

  it('of one account cannot be seen, made or deleted by another', async () => {
    const ann = await register('ann@example.com');
    const bob = await register('bob@example.com');
    const created = await ann.visitor.send('POST', `/api/aliases/${ann.userId}`, { ...wish, alias: 'annes' });
    const { alias } = createAliasResponseSchema.parse(created.body);
    const refused = { status: 404, body: { message: 'Not found', code: 'not_found' } };
    for (const id of [ann.userId, alias.id, randomUUID(), 'no-uuid', '1%27%20or%20true']) {
      expect(await bob.visitor.send('GET', `/api/aliases/${id}`)).toMatchObject(refused);
      expect(await bob.visitor.send('POST', `/api/aliases/${id}`, { ...wish, alias: 'planted' })).toMatchObject(
        refused,
      );
      expect(await bob.visitor.send('DELETE', `/api/aliases/${id}`)).toMatchObject(refused);
    }
    const list = await ann.visitor.send('GET', `/api/aliases/${ann.userId}`);
    expect(list.body).toMatchObject({ aliases: [{ id: alias.id }] });
  });

  it('give one success and 49 conflicts when 50 ask for one name at once', async () => {
    const { visitor, userId } = await register('rush@example.com');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => visitor.send('POST', `/api/aliases/${userId}`, { ...wish, alias: 'rush' })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
  });

  it('refuse reserved names and unknown fields by field', async () => {
    const { visitor, userId } = await register('fields@example.com');
    const text = '"admin" is a reserved alias name. Please choose a different name.';
    expect(await visitor.send('POST', `/api/aliases/${userId}`, { ...wish, alias: 'Admin' })).toMatchObject({
      status: 400,
      body: { message: text, code: 'alias_reserved', errors: { alias: [text] } },
    });
    expect(await visitor.send('POST', `/api/aliases/${userId}`, { ...wish, alias: 'x', active: true })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { active: ['Unknown field'] } },
    });
  });
});

describe('mailed links over HTTP', () => {
  it('are read, confirmed once and stopped', async () => {
    const { visitor } = await register('inbox@example.com');
    const token = tokenOf(test.mails.findLast((mail) => mail.recipient === 'inbox@example.com'));
    const stranger = createVisitor(test);
    const send = (step: string) => stranger.send('POST', `/api/targets/${step}`, { token });
    const link = { state: 'pending', address: 'inbox@example.com', account: 'a Kauke account' };
    expect(await send('link')).toMatchObject({ status: 200, body: { link } });
    const confirmed = await visitor.send('POST', '/api/targets/confirm', { token });
    expect(confirmed).toMatchObject({ status: 200, body: { message: 'Inbox confirmed' } });
    expect(await send('confirm')).toMatchObject({ status: 410, body: { code: 'link_unusable' } });
    expect(await send('link')).toMatchObject({ body: { link: { state: 'confirmed' } } });
    expect(await send('stop')).toMatchObject({ body: { message: 'Forwarding to this inbox has stopped' } });
    expect(await send('link')).toMatchObject({ body: { link: { state: 'stopped' } } });
  });

  it('answer 410 for a token that is none of ours', async () => {
    for (const step of ['link', 'confirm', 'stop']) {
      expect(await createVisitor(test).send('POST', `/api/targets/${step}`, { token: 'x' })).toMatchObject({
        status: 410,
      });
    }
  });
});

describe('the public configuration', () => {
  it('is public, has an ETag and tells what the browser needs', async () => {
    const visitor = createVisitor(test);
    const answer = await visitor.send('GET', '/api/config');
    expect(publicConfigSchema.parse(answer.body)).toEqual({
      version: '0.0.0-test',
      delivery: 'preview',
      preview: true,
      google: false,
      provider: 'builtin',
      features: {
        replies: true,
        contacts: true,
        deliveries: true,
        transparent: true,
        held: true,
        signedWebhooks: true,
        ownDomains: true,
        domainRules: true,
        domainOffers: true,
        lives: true,
        encryption: true,
        counts: true,
        reports: true,
        accountSending: true,
      },
      registration: 'open',
      defaultDomain: 'kauke.test',
      confirmationRequired: true,
      smtp: { host: 'mail.kauke.test', port: 587, sslPort: 465 },
      privacyEmail: 'postmaster@kauke.test',
      links: { docs: null, social: null, video: null, reviewSite: null, review: null, feedback: null },
      legal: testSite.legal,
    });
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const etag = answer.headers.get('etag') ?? '';
    expect(await visitor.send('GET', '/api/config', undefined, { 'if-none-match': etag })).toMatchObject({
      status: 304,
    });
  });
});
