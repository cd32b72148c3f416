import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findClientAddress } from '#api/middleware/client-address.ts';
import { clientAddress } from '#api/middleware/session.ts';

/** Who a server behind these proxies takes us for, when we come from 127.0.0.1 with this header. */
async function ask(trusted: readonly string[], forwardedFor: string | null, host = '127.0.0.1'): Promise<string> {
  const app = new Hono();
  app.use(findClientAddress(trusted));
  app.get('/', (c) => c.text(clientAddress(c)));
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, host === '127.0.0.1' ? '127.0.0.1' : '::');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { connection: 'close', ...(forwardedFor !== null && { 'x-forwarded-for': forwardedFor }) };
  return (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
}

describe('the address of a client', () => {
  it.each([
    ['without proxies is the peer, whatever it claims', [], '198.51.100.7', '127.0.0.1'],
    ['is what a listed proxy saw', ['127.0.0.1'], '198.51.100.7', '198.51.100.7'],
    [
      'is the right-most that is no proxy of ours',
      ['127.0.0.0/8', '10.0.0.0/8'],
      '1.1.1.1, 198.51.100.7, 10.1.2.3',
      '198.51.100.7',
    ],
    ['is the first proxy when all are ours', ['127.0.0.0/8', '10.0.0.0/8'], '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['of another listed network changes nothing', ['192.0.2.0/24'], '198.51.100.7', '127.0.0.1'],
    ['may come with a port', ['127.0.0.1'], '198.51.100.7:4711', '198.51.100.7'],
    ['may be an IPv6 address', ['127.0.0.1'], '[2001:db8::7]:4711', '2001:db8::7'],
    ['may stand behind IPv6 proxies', ['127.0.0.1', '2001:db8:1::/48'], '2001:db8::7, 2001:db8:1::9', '2001:db8::7'],
    ['is IPv4 when written mapped', ['127.0.0.1'], '::ffff:198.51.100.7', '198.51.100.7'],
    ['has no zone', ['127.0.0.1', 'fe80::1'], '198.51.100.7, fe80::1%eth0', '198.51.100.7'],
    ['that is none is not believed', ['127.0.0.1'], '198.51.100.7, unknown', '127.0.0.1'],
    ['that is missing leaves the proxy', ['127.0.0.1'], '', '127.0.0.1'],
  ])('%s', async (_, trusted, forwardedFor, address) => {
    expect(await ask(trusted, forwardedFor)).toBe(address);
  });

  it('is IPv4 behind a socket of both families', async () => {
    expect(await ask([], null, '::')).toBe('127.0.0.1');
    expect(await ask(['127.0.0.1/32'], '198.51.100.7', '::')).toBe('198.51.100.7');
  });
});
