import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAtProvider } from '#cli/doctor/check-at-provider.ts';
import { systemClock } from '#platform/clock.ts';
import { startImprovmxServer, type ImprovmxServer } from '#support/improvmx-server.ts';

let server: ImprovmxServer;
beforeAll(async () => {
  server = await startImprovmxServer();
  server.account.setAlias('mask.example', 'known', 'ann@inbox.example');
});
afterAll(() => server.close());

it('tells which record the provider misses', async () => {
  expect(await checkAtProvider(server, systemClock, 'mask.example')).toEqual([
    {
      state: 'fault',
      text: 'ImprovMX: SPF should be v=spf1 include:spf.improvmx.com ~all',
      todo: 'Publish the record that its dashboard shows.',
    },
  ]);
});

it.each([
  ['a domain that is not there', {}, 'other.example', /^Start the program: it adds the domain/],
  ['a wrong key', { apiKey: 'sk_wrong' }, 'mask.example', /^Set IMPROVMX_API_KEY/],
  ['a provider that is not there', { apiUrl: 'http://127.0.0.1:9/v3' }, 'mask.example', /^Try again later/],
])('says what to do about %s', async (_title, changes, domain, todo) => {
  const [finding] = await checkAtProvider({ ...server, ...changes }, systemClock, domain);
  expect(finding).toMatchObject({ state: 'fault', todo: expect.stringMatching(todo) });
});
