import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiKeyScope } from '#contract/api-keys.ts';
import { createVisitor } from '#support/api.ts';
import { bearer, createKeyOwner, makeApiKey } from '#support/key-owner.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function makeKey(scope: ApiKeyScope) {
  const owner = await createKeyOwner(test);
  const { key } = await makeApiKey(owner, { scope });
  return { owner, key };
}

/** The protocol's own client, in one of its revisions. */
async function connect(key: string, revision: '2026-07-28' | 'earlier' = '2026-07-28'): Promise<Client> {
  const mode = revision === 'earlier' ? 'legacy' : { pin: revision };
  const client = new Client({ name: 'a model', version: '1' }, { versionNegotiation: { mode } });
  const url = new URL('/api/mcp', test.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer(key) } }));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  if (!isError) expect(JSON.parse(first?.text ?? '')).toEqual(structuredContent);
  return { isError, text: first?.text ?? '', answer: structuredContent as Record<string, unknown> | undefined };
}

describe('a client of the Model Context Protocol', () => {
  it.each(['2026-07-28', 'earlier'] as const)(
    'does all that an owner lets a model do, by the revision %s',
    async (revision) => {
      const { owner, key } = await makeKey('aliases');
      const client = await connect(key, revision);
      expect(client.getServerVersion()).toMatchObject({ name: 'kauke', title: 'Kauke' });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'list_domains',
        'make_alias',
        'list_aliases',
        'pause_alias',
        'retarget_alias',
        'reverse_address',
        'block_correspondent',
        'list_held_mail',
      ]);
      expect((await call(client, 'list_domains')).answer).toEqual({ domains: ['kauke.test', 'mask.test'] });
      const made = await call(client, 'make_alias', { forwardTo: owner.email, notes: 'Shoes', labels: ['shops'] });
      const { alias } = made.answer as { alias: { id: string; address: string } };
      expect(alias).toMatchObject({
        on: true,
        notes: 'Shoes',
        labels: ['shops'],
        forwardsTo: [{ value: owner.email }],
      });
      expect(alias.address).toMatch(/^[a-z]+\.[a-z]+\d+@kauke\.test$/);
      const named = await call(client, 'make_alias', { name: `shop-${revision.slice(0, 4)}`, forwardTo: owner.email });
      expect(named.answer).toMatchObject({ alias: { address: `shop-${revision.slice(0, 4)}@kauke.test` } });
      expect((await call(client, 'list_aliases', { search: 'shoes' })).answer).toMatchObject({
        total: 1,
        aliases: [{ id: alias.id }],
      });
      const { total, aliases } = (await call(client, 'list_aliases', { offset: 2 })).answer ?? {};
      expect({ total, aliases }).toEqual({ total: 3, aliases: [expect.anything()] });
      const { id } = alias;
      expect((await call(client, 'pause_alias', { id })).answer).toMatchObject({ alias: { on: false } });
      expect((await call(client, 'pause_alias', { id, paused: false })).answer).toMatchObject({ alias: { on: true } });
      const retargeted = await call(client, 'retarget_alias', { id, forwardTo: 'other@home.example' });
      expect(retargeted.answer).toMatchObject({
        alias: { forwardsTo: [{ value: 'other@home.example', state: 'pending' }] },
      });
      const correspondent = 'bob@example.org';
      expect((await call(client, 'reverse_address', { id, correspondent })).answer).toMatchObject({
        contact: { address: correspondent, blocked: false, reverseAddress: expect.stringContaining('@kauke.test') },
      });
      expect((await call(client, 'block_correspondent', { id, correspondent })).answer).toMatchObject({
        contact: { blocked: true },
      });
      expect((await call(client, 'list_held_mail')).answer).toEqual({ held: [] });
    },
  );

  it('is shown and given no more than its key opens', async () => {
    const { key, owner } = await makeKey('create');
    const client = await connect(key);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_domains', 'make_alias']);
    await expect(call(client, 'pause_alias', { id: owner.aliasId })).rejects.toThrow('list_domains, make_alias');
    expect((await call(client, 'make_alias', { forwardTo: owner.email })).isError).toBe(false);
  });

  it('reads why a call failed, and nothing of somebody else', async () => {
    const { key, owner } = await makeKey('aliases');
    const other = await createKeyOwner(test);
    const client = await connect(key);
    expect(await call(client, 'make_alias', { name: 'postmaster', forwardTo: owner.email })).toMatchObject({
      isError: true,
      text: expect.stringContaining('reserved'),
    });
    expect(await call(client, 'make_alias', { nonsense: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('nonsense'),
    });
    for (const name of ['pause_alias', 'retarget_alias', 'reverse_address', 'block_correspondent']) {
      const about = { id: other.aliasId, ...(name === 'retarget_alias' && { forwardTo: 'evil@thief.example' }) };
      const to = /reverse|block/.test(name) ? { correspondent: 'bob@example.org' } : {};
      expect(await call(client, name, { ...about, ...to }), `${name}`).toMatchObject({ isError: true });
    }
    expect((await call(client, 'list_aliases')).answer).toMatchObject({ total: 1, aliases: [{ id: owner.aliasId }] });
  });
});

describe('what is no good request', () => {
  const version = '2026-07-28';
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': version } };
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta };
  const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' };

  it.each([
    ['no message', {}, {}, 400, -32_600],
    ['several at once', [list], headers, 400, -32_600],
    ['another version of JSON-RPC', { ...list, jsonrpc: '1.0' }, headers, 400, -32_600],
    ['an id that is none', { ...list, id: null }, headers, 400, -32_600],
    [
      'a revision that nobody knows',
      { ...list, params: { _meta: { ...meta._meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } } },
      headers,
      400,
      -32_022,
    ],
    [
      'a header of an unknown revision',
      { ...list, params: {} },
      { 'mcp-protocol-version': '1999-01-01' },
      400,
      -32_022,
    ],
    ['no header for the revision', list, { 'mcp-method': 'tools/list' }, 400, -32_020],
    ['another method in the header', list, { ...headers, 'mcp-method': 'tools/call' }, 400, -32_020],
    [
      'another tool in the header',
      { ...list, method: 'tools/call', params: { ...meta, name: 'make_alias' } },
      { ...headers, 'mcp-method': 'tools/call', 'mcp-name': 'list_aliases' },
      400,
      -32_020,
    ],
    [
      'a method that is none',
      { ...list, method: 'resources/list' },
      { ...headers, 'mcp-method': 'resources/list' },
      404,
      -32_601,
    ],
    [
      'a method that is none, of an earlier revision',
      { ...list, params: {}, method: 'resources/list' },
      {},
      200,
      -32_601,
    ],
    [
      'a tool without a name',
      { ...list, method: 'tools/call' },
      { ...headers, 'mcp-method': 'tools/call' },
      200,
      -32_602,
    ],
    [
      'a tool called constructor',
      { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'constructor' } },
      {},
      200,
      -32_602,
    ],
  ])('%s', async (_, body, sent, status, code) => {
    const { key } = await makeKey('use');
    const answer = await createVisitor(test).send('POST', '/api/mcp', body, { ...bearer(key), ...sent });
    expect(answer).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code, message: expect.any(String) } } });
  });

  it('gets no answer where it asks for none, and none without a key', async () => {
    const { key, owner } = await makeKey('use');
    const visitor = createVisitor(test);
    const told = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await visitor.send('POST', '/api/mcp', told, bearer(key))).status).toBe(202);
    expect((await visitor.send('GET', '/api/mcp', undefined, bearer(key))).status).toBe(405);
    expect((await visitor.send('POST', '/api/mcp', list, headers)).status).toBe(401);
    expect((await visitor.send('POST', '/api/mcp', list, { ...headers, ...bearer('kauke_wrong') })).status).toBe(401);
    // No cookie opens it, so no page can call it with somebody's session.
    expect((await owner.send('POST', '/api/mcp', list, headers)).status).toBe(401);
  });
});
