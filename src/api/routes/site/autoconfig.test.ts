import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, testSite, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;
let without: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core, { site: { ...testSite, mailboxPort: 995 } });
  without = await startTestApi(test.core);
});
afterAll(async () => {
  await Promise.all([api.stop(), without.stop()]);
  await test.drop();
});

const [atOwnName, atDomain] = ['/mail/config-v1.1.xml', '/.well-known/autoconfig/mail/config-v1.1.xml'];

/** As fetch does not let a test choose the Host header. */
function get({ url }: TestApi, path: string, host: string): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { headers: { Host: host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
      });
    });
    asking.on('error', reject);
    asking.end();
  });
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
});

it('is not there without the mailbox that it names', async () => {
  for (const path of [atOwnName, atDomain]) {
    const { status, text } = await get(without, path, 'autoconfig.kauke.test');
    expect(status).toBe(404);
    expect(text).not.toContain('clientConfig');
  }
});
