import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImprovmxClient, type ImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import { createRequestSender, type RequestSender } from '#core/providers/improvmx/send-request.ts';
import { systemClock } from '#platform/clock.ts';
import { startImprovmxServer, type ImprovmxServer, type Trouble } from '#support/improvmx-server.ts';
import { quickPace } from '#support/provider-sides.ts';

const domain = 'kauke.test';
const forward = 'ann@inbox.example';
let server: ImprovmxServer;
let sender: RequestSender;
let client: ImprovmxClient;

interface Connection {
  apiUrl?: string;
  apiKey?: string;
  patienceMs?: number;
  pauseFirstMs?: number;
  signal?: AbortSignal;
}

function connect(parts: Connection = {}): void {
  const { apiUrl = server.apiUrl, apiKey = server.apiKey, patienceMs = 0, pauseFirstMs = 300, signal } = parts;
  sender = createRequestSender({
    apiUrl,
    apiKey,
    clock: systemClock,
    pace: { ...quickPace, pauseFirstMs, patienceMs },
  });
  client = createImprovmxClient(sender, signal ?? new AbortController().signal);
}

beforeEach(async () => {
  server = await startImprovmxServer();
  server.account.setAlias(domain, 'known', forward);
  connect();
});
afterEach(() => server.close());

describe('the client of ImprovMX', () => {
  it('signs in by Basic auth, below the base it was given', async () => {
    connect({ apiUrl: `${server.apiUrl}/` });
    expect(await client.findAlias(domain, 'known')).toEqual({ id: '101', alias: 'known', forward });
    expect(server.requests).toEqual([
      {
        method: 'GET',
        url: '/v3/domains/kauke.test/aliases/known',
        authorization: `Basic ${Buffer.from(`api:${server.apiKey}`).toString('base64')}`,
      },
    ]);
  });

  it('makes, changes and deletes an alias, and does not mind one that is gone', async () => {
    const made = await client.createAlias(domain, 'a.b-c', forward);
    await client.changeAlias(domain, made, 'https://hook.example/x?y=1, ann@inbox.example');
    expect(server.account.forwardOf(domain, 'a.b-c')).toBe('https://hook.example/x?y=1, ann@inbox.example');
    await client.deleteAlias(domain, made);
    await client.deleteAlias(domain, made);
    expect(await client.findAlias(domain, 'a.b-c')).toBeNull();
  });

  it('reads every page of a list', async () => {
    for (let number = 0; number < 250; number += 1) server.account.setAlias(domain, `n${number}`, forward);
    // And the catch-all, and the one known before.
    expect(await client.listAliases(domain)).toHaveLength(252);
    expect(server.requests.map(({ url }) => new URL(url, server.apiUrl).searchParams.get('page'))).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('never takes the id of another alias for a name of digits', async () => {
    server.account.setAlias(domain, '101', 'digits@inbox.example');
    const found = await client.findAlias(domain, '101');
    expect(found).toMatchObject({ alias: '101', forward: 'digits@inbox.example' });
    if (found !== null) await client.deleteAlias(domain, found);
    expect(server.account.forwardOf(domain, 'known')).toBe(forward);
    expect(server.account.forwardOf(domain, '101')).toBeNull();
  });

  it('makes, changes and deletes a credential', async () => {
    await client.createCredential(domain, 'known', 'one');
    await client.changeCredential(domain, 'known', 'two');
    expect(server.account.domains.get(domain)?.credentials.get('known')?.password).toBe('two');
    expect(await client.listCredentials(domain)).toEqual(['known']);
    await client.deleteCredential(domain, 'known');
    await client.deleteCredential(domain, 'known');
    expect(await client.listCredentials(domain)).toEqual([]);
  });

  it('tells what is wrong with a domain', async () => {
    expect(await client.hasDomain('other.test')).toBe(false);
    await client.createDomain('other.test');
    expect(await client.hasDomain('other.test')).toBe(true);
    expect(await client.checkDomain('other.test')).toEqual({
      ready: false,
      faults: ['SPF should be v=spf1 include:spf.improvmx.com ~all'],
    });
  });

  it('knows a wrong key', async () => {
    connect({ apiKey: 'sk_wrong' });
    await expect(client.listAliases(domain)).rejects.toMatchObject({ code: 'key' });
    expect(sender.waitMs()).toBe(0);
  });

  it.each<[Trouble, string]>([
    ['drop_before', 'down'],
    ['drop_after', 'down'],
    ['error_500', 'down'],
    ['html', 'down'],
    ['half', 'down'],
    ['redirect', 'down'],
    ['unsuccessful', 'down'],
    ['busy', 'busy'],
    ['late', 'down'],
    ['slow', 'down'],
  ])('ends soon when the server goes wrong by %s, and leaves it alone for a while', async (trouble, code) => {
    connect({ pauseFirstMs: 60_000 });
    server.lateMs = 5_000;
    server.trouble = () => trouble;
    await expect(client.findAlias(domain, 'known')).rejects.toMatchObject({ code });
    expect(sender.waitMs()).toBeGreaterThan(0);
    // Not even asked.
    await expect(client.findAlias(domain, 'known')).rejects.toMatchObject({ code: 'busy' });
    expect(server.requests).toHaveLength(1);
  });

  it('waits for its turn as long as it was told to', async () => {
    server.ratePerWindow = 1;
    connect({ patienceMs: 3_000 });
    await client.hasDomain(domain);
    const waited = client.hasDomain(domain);
    server.allowAgain();
    expect(await waited).toBe(true);
    expect(server.requests).toHaveLength(2);
  });
});
