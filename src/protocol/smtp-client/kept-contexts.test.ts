import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clientContext } from '#protocol/net/client-context.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { chainAuthority, hostChain } from '#support/mail-host-chain.ts';
import { createMxRoute, messageTo, mx } from '#support/mx-route.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

/** How many are made from now on, until the test ends. */
function countContexts(): () => number {
  const spy = vi.spyOn(tls, 'createSecureContext');
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spy.mock.calls.length;
}

it('what TLS begins with is made once, however many connections are opened, also to hosts that prove different things', async () => {
  const sink = await startSmtpSink({ tls: hostChain });
  const dns = await startDnsServer({ 'sink.example': { A: ['127.0.0.1'] }, 'target.example': mx('sink.example') });
  const poolLimits = { idleMs: 5_000, maxMessagesPerConnection: 1 };
  const route = createMxRoute({ dns, port: sink.port, authorities: chainAuthority, poolLimits });
  onTestFinished(async () => {
    await route.close();
    await Promise.all([sink.stop(), dns.close()]);
  });
  const send = () => route.attempt(messageTo('inbox@target.example')).outcome;
  expect(await send()).toMatchObject({ kind: 'delivered' });
  const made = countContexts();
  for (let count = 0; count < 3; count += 1) expect(await send()).toMatchObject({ kind: 'delivered' });
  expect(sink.messages.map(({ secure }) => secure)).toEqual([true, true, true, true]);
  expect(sink.connectionCount()).toBe(4);
  expect(made()).toBe(0);
});

it('of other authorities is another one, and no more than a few are kept', () => {
  expect(clientContext(null)).toBe(clientContext(null));
  const first = clientContext(chainAuthority);
  expect(first).not.toBe(clientContext(null));
  expect(clientContext(chainAuthority)).toBe(first);
  const made = countContexts();
  for (let count = 0; count < 5; count += 1) clientContext(`${'\n'.repeat(count + 1)}${chainAuthority}`);
  expect(clientContext(chainAuthority)).not.toBe(first);
  expect(made()).toBe(6);
});
