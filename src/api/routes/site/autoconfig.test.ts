import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, testSite, type TestApi } from '#support/api.ts';
import { askAsHost, type HostAnswer } from '#support/ask-as-host.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

let test: TestCore;
let api: TestApi;
let without: TestApi;
let invited: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  const { core } = test;
  const { user } = await signUp(core, 'ann@home.example');
  await addOwnDomain(core, { userId: user.id, name: 'own.example' });
  api = await startTestApi(test.core, { site: { ...testSite, mailboxPort: 995 } });
  without = await startTestApi(test.core);
  invited = await startTestApi(
    { ...core, settings: { ...core.settings, registration: 'invite' } },
    { site: { ...testSite, mailboxPort: 995 } },
  );
});
afterAll(async () => {
  await Promise.all([api.stop(), without.stop(), invited.stop()]);
  await test.drop();
});

const [atOwnName, atDomain] = ['/mail/config-v1.1.xml', '/.well-known/autoconfig/mail/config-v1.1.xml'];

function get({ url }: TestApi, path: string, host: string): Promise<HostAnswer> {
  return askAsHost(`${url}${path}`, host);
}

it('tells mail programs the servers, the same to whoever asks with whatever address', async () => {
  const first = await get(api, atOwnName, 'autoconfig.kauke.test');
  expect(first).toMatchObject({ status: 200, type: expect.stringMatching(/^application\/xml/) });
  const asked = ['sneakers@kauke.test', 'nobody@kauke.test', 'x@elsewhere.example', '<x>', ''];
  for (const path of [atOwnName, atDomain]) {
    for (const host of ['autoconfig.kauke.test', 'mask.test', 'autoconfig.own.example', 'localhost']) {
      for (const address of asked) {
        const query = `?emailaddress=${encodeURIComponent(address)}`;
        expect(await get(api, `${path}${query}`, host)).toEqual(first);
      }
    }
  }
  const elements = [...first.text.matchAll(/<(\w+)(?: type="(\w+)")?>([^<\n]*)/g)].map(([, name, type, text]) =>
    [name, type ?? text].join(' ').trim(),
  );
  const ofServer = ['socketType SSL', 'authentication password-cleartext', 'username %EMAILADDRESS%'];
  expect(elements.filter((text) => !/^(?:domain|display)/.test(text))).toEqual([
    'incomingServer pop3',
    'hostname mail.kauke.test',
    'port 995',
    ...ofServer,
    'outgoingServer smtp',
    'hostname mail.kauke.test',
    'port 465',
    ...ofServer,
    'outgoingServer smtp',
    'hostname mail.kauke.test',
    'port 587',
    'socketType STARTTLS',
    ...ofServer.slice(1),
  ]);
  expect(elements).toEqual(expect.arrayContaining(['domain kauke.test', 'domain mask.test']));
  expect(first.text).not.toContain('own.example');
});

it('names no domain where strangers see none, whichever they ask for', async () => {
  const texts = new Set<string>();
  for (const host of ['autoconfig.kauke.test', 'mask.test', 'autoconfig.own.example', 'localhost']) {
    for (const path of [atOwnName, atDomain]) texts.add((await get(invited, path, host)).text);
  }
  const [text = '', ...others] = texts;
  expect(others).toEqual([]);
  expect([...text.matchAll(/<domain>([^<]*)/g)].map(([, name]) => name)).toEqual(['mail.kauke.test']);
  expect(text.replaceAll('mail.kauke.test', '')).not.toMatch(/(?:kauke|mask)\.test|own\.example/);
});

it('is not there without the mailbox that it names', async () => {
  for (const path of [atOwnName, atDomain]) {
    const { status, text } = await get(without, path, 'autoconfig.kauke.test');
    expect(status).toBe(404);
    expect(text).not.toContain('clientConfig');
  }
});
