import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitor, startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { registerPerson, testPassword } from '#support/use-api.ts';

let test: TestCore;
let api: TestApi;
let webFolder: string;

async function writePages(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'page-scripts.json'), '{}');
  for (const name of ['index', 'landing', 'auth', 'private-landing']) {
    await writeFile(join(folder, `${name}.html`), `<!doctype html><h1>${text}, ${name}</h1>`);
  }
}

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kauke-languages-'));
  await writePages(webFolder, 'Good day');
  await writePages(join(webFolder, 'de'), 'Guten Tag');
  await writePages(join(webFolder, 'lt'), 'Laba diena');
  test = await createTestCore();
  api = await startTestApi(test.core, { webFolder });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
  await rm(webFolder, { recursive: true });
});

/** What a page says to a browser, and its language. */
async function open(visitor: ReturnType<typeof createVisitor>, path: string, headers: Record<string, string>) {
  const { body, headers: answered } = await visitor.send('GET', path, undefined, headers);
  const said = /<h1>(.+)<\/h1>/.exec(String(body))?.[1];
  return { said, language: answered.get('content-language'), vary: answered.get('vary') };
}

describe('a page', () => {
  it.each([
    [{}, 'Good day, landing', 'en'],
    [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, 'Guten Tag, landing', 'de'],
    [{ 'accept-language': 'fr,lt;q=0.5' }, 'Laba diena, landing', 'lt'],
    [{ 'accept-language': 'de', cookie: 'kauke_language=lt' }, 'Laba diena, landing', 'lt'],
    [{ 'accept-language': 'de', cookie: 'kauke_language=../en' }, 'Guten Tag, landing', 'de'],
  ])('speaks to a stranger as the browser says: %j', async (headers, said, language) => {
    const page = await open(createVisitor(api), '/', headers);
    expect(page).toMatchObject({ said, language });
    expect(page.vary).toContain('Cookie, Accept-Language');
  });

  it('speaks to whoever is signed in as the account says, whatever the browser says', async () => {
    const { visitor } = await registerPerson(api, 'reads@example.com');
    const german = { 'accept-language': 'de' };
    expect(await open(visitor, '/dashboard', german)).toMatchObject({ said: 'Guten Tag, index', language: 'de' });
    const changed = await visitor.send('PATCH', '/api/account', { language: 'lt' });
    expect(changed).toMatchObject({ body: { message: 'Language saved', account: { language: 'lt' } } });
    expect(await open(visitor, '/dashboard', german)).toMatchObject({ said: 'Laba diena, index', language: 'lt' });
    await visitor.send('POST', '/api/auth/logout', {});
    expect(await open(visitor, '/', german)).toMatchObject({ said: 'Guten Tag, landing' });
  });

  it('refuses a language that there is none of', async () => {
    const { visitor } = await registerPerson(api, 'klingon@example.com');
    expect(await visitor.send('PATCH', '/api/account', { language: 'tlh' })).toMatchObject({ status: 400 });
  });
});

describe('an account', () => {
  it('learns its language from the browser that opens it, and from no later one', async () => {
    const visitor = createVisitor(api);
    const login = { email: 'new@example.com', password: testPassword };
    await visitor.send('POST', '/api/auth/register', login, { 'accept-language': 'lt' });
    expect(await visitor.send('GET', '/api/account')).toMatchObject({ body: { account: { language: 'lt' } } });
    const other = createVisitor(api);
    const entered = await other.send('POST', '/api/auth/login', login, { 'accept-language': 'de' });
    expect(entered).toMatchObject({ body: { user: { language: 'lt' } } });
  });

  it('gets its mails in its language', async () => {
    const visitor = createVisitor(api);
    const login = { email: 'ruta@example.com', password: testPassword };
    await visitor.send('POST', '/api/auth/register', login, { 'accept-language': 'lt' });
    const mail = test.mails.findLast(({ recipient }) => recipient === 'ruta@example.com');
    expect(mail?.subject).toBe('Patvirtinkite šią pašto dėžutę');
    expect(mail?.text).toContain('per 7 dienas');
    expect(mail?.html).toContain('<html lang="lt">');
    await visitor.send('PATCH', '/api/account', { language: 'de' });
    test.advance(3_600_000);
    await createVisitor(api).send('POST', '/api/auth/password/forgot', { email: 'ruta@example.com' });
    await expect
      .poll(() => test.mails.findLast(({ recipient }) => recipient === 'ruta@example.com')?.subject)
      .toBe('Wählen Sie ein neues Passwort');
  });
});

describe('an answer', () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong horse' };

  it('is in the language of the page that asks', async () => {
    const inGerman = { 'kauke-language': 'de' };
    const refused = await createVisitor(api).send('POST', '/api/auth/login', wrong, inGerman);
    expect(refused).toMatchObject({ status: 401, body: { message: 'E-Mail oder Passwort ist falsch' } });
    expect(refused.headers.get('content-language')).toBe('de');
    const faulty = await createVisitor(api).send('POST', '/api/auth/register', { email: 'x', password: 'y' }, inGerman);
    expect(faulty).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        message: 'Bitte korrigieren Sie die unten gezeigten Fehler und versuchen Sie es noch einmal.',
        errors: { email: ['Geben Sie eine gültige E-Mail-Adresse ein'] },
      },
    });
  });

  it.each([
    ['en', 'This is not an id of this server'],
    ['de', 'Das ist keine Kennung dieses Servers'],
    ['lt', 'Tai nėra šio serverio identifikatorius'],
  ])('says of an id that is none so in words: %s', async (language, reason) => {
    const { visitor } = await registerPerson(api, `ids-${language}@example.com`);
    const inLanguage = { 'kauke-language': language };
    const refused = await visitor.send('PUT', '/api/account/default-target', { targetId: 'mine' }, inLanguage);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { targetId: [reason] } },
    });
  });

  it('is English for programs, whatever they accept', async () => {
    const headers = { 'accept-language': 'de', cookie: 'kauke_language=lt' };
    const refused = await createVisitor(api).send('POST', '/api/auth/login', wrong, headers);
    expect(refused).toMatchObject({ body: { message: 'Invalid email or password' } });
    const withKey = { 'accept-language': 'de', authorization: 'Bearer nonsense', 'kauke-language': 'de' };
    const unknown = await createVisitor(api).send('GET', '/api/domains', undefined, withKey);
    expect(unknown).toMatchObject({ body: { message: 'This is not an API key of this service.' } });
  });
});
